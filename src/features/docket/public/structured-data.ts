import { caseName, type SiteHeader } from '../../../ui/layout/layout.tsx'
import type { DocumentView } from '../documents/views.ts'
import type { EntryView, FiledEntry } from '../entries/views.ts'

/* schema.org has no type for a docket, so this is a website about a case whose entries are creative works. */

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
  return { '@graph': [work, breadcrumbs(publicUrl, [entry])] }
}

function digitalDocument(publicUrl: string, document: DocumentView) {
  const { title, url, downloadUrl, byteSize, pageCount, sha256 } = document
  return {
    '@type': 'DigitalDocument',
    '@id': `${publicUrl}${url}`,
    url: `${publicUrl}${url}`,
    name: title,
    encoding: {
      '@type': 'MediaObject',
      contentUrl: `${publicUrl}${downloadUrl}`,
      encodingFormat: 'application/pdf',
      contentSize: `${byteSize} B`,
      ...(sha256 && { sha256 }),
      description: pageCount === 1 ? '1 page' : `${pageCount} pages`,
    },
  }
}

function breadcrumbs(publicUrl: string, pages: readonly { title: string; url: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ title: 'Docket', url: '/' }, ...pages].map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: `${publicUrl}${url}`,
    })),
  }
}

export function documentData(publicUrl: string, document: DocumentView, entry: FiledEntry) {
  const work = {
    ...digitalDocument(publicUrl, document),
    datePublished: entry.filedOn,
    isPartOf: { '@type': 'CreativeWork', '@id': `${publicUrl}${entry.url}`, name: entry.title },
  }
  return { '@graph': [work, breadcrumbs(publicUrl, [entry, document])] }
}
