import { caseName, type SiteHeader } from '../../../ui/layout/layout.tsx'
import type { EntryView } from '../entries/views.ts'
import { breadcrumbs, digitalDocument } from './document-data.ts'

/* schema.org has no word for a docket: a site about a case, whose entries are creative works with digital documents. */

export function docketData(site: SiteHeader) {
  const { publicUrl, caseNumber, court, description } = site
  return {
    '@type': 'WebSite',
    '@id': `${publicUrl}/`,
    url: `${publicUrl}/`,
    name: caseName(site),
    ...(description && { description }),
    about: {
      '@type': 'Thing',
      name: caseName(site),
      ...(caseNumber && { identifier: caseNumber }),
      ...(court && { description: court }),
    },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

export function entryData(site: SiteHeader, entry: EntryView) {
  const { publicUrl } = site
  const address = `${publicUrl}${entry.url}`
  const work = {
    '@type': 'CreativeWork',
    '@id': address,
    url: address,
    name: entry.title,
    ...(entry.number !== null && { identifier: `ECF No. ${entry.number}` }),
    ...(entry.type && { genre: entry.type }),
    ...(entry.filedBy && { creditText: entry.filedBy }),
    datePublished: entry.filedOn,
    isPartOf: { '@type': 'WebSite', '@id': `${publicUrl}/`, name: caseName(site) },
    hasPart: entry.documents.map((document) => digitalDocument(publicUrl, document)),
  }
  return { '@graph': [work, breadcrumbs(publicUrl, [{ name: entry.title, url: entry.url }])] }
}
