import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { printable } from '../../shared/clean-text.ts'
import { caseName, type PublicFrame, type SiteHeader } from '../../ui/layout/layout.tsx'
import type { EntryView } from '../docket/entries/views.ts'

/** Atom (RFC 4287): each of the newest entries is an `entry` with its PDFs as enclosures. */
export function renderFeed(
  { site, assets }: PublicFrame,
  entries: readonly EntryView[],
  now: number,
) {
  const times = entries.map(({ updated_at }) => updated_at)
  const updated = times.length > 0 ? Math.max(...times) : now
  const feed = h(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    h('id', null, `${site.publicUrl}/`),
    h('title', null, xmlText([caseName(site), site.caseNumber].filter(Boolean).join(', '))),
    h('updated', null, new Date(updated).toISOString()),
    h('link', { rel: 'self', type: 'application/atom+xml', href: `${site.publicUrl}/feed.xml` }),
    h('link', { rel: 'alternate', type: 'text/html', href: `${site.publicUrl}/` }),
    h('author', null, h('name', null, xmlText(site.court || caseName(site)))),
    ...entries.map((entry) => feedEntry(site, entry)),
  )
  // Browsers show it as a page; feed readers ignore this.
  const style = `<?xml-stylesheet type="text/css" href="${assets('feed.css').href}"?>`
  return `<?xml version="1.0" encoding="utf-8"?>\n${style}\n${renderToString(feed)}`
}

function feedEntry({ publicUrl }: SiteHeader, entry: EntryView) {
  const address = `${publicUrl}/entries/${entry.id}`
  const number = entry.number === null ? '' : `No. ${entry.number}: `
  const filings = entry.documents.map(({ id, title }) => `${title} (${publicUrl}/documents/${id})`)
  const lines = [`Filed ${entry.filed_on}`, entry.description, ...filings]
  return h(
    'entry',
    null,
    h('id', null, address),
    h('title', null, xmlText(`${number}${entry.title}`)),
    h('link', { rel: 'alternate', type: 'text/html', href: address }),
    ...entry.documents.map(({ id, title, byte_size }) =>
      h('link', {
        rel: 'enclosure',
        type: 'application/pdf',
        href: `${publicUrl}/api/documents/${id}/download`,
        length: byte_size,
        // The renderer writes an empty attribute the HTML way, which is not valid XML.
        title: xmlText(title) || undefined,
      }),
    ),
    h('published', null, new Date(entry.published_at ?? entry.created_at).toISOString()),
    h('updated', null, new Date(entry.updated_at).toISOString()),
    entry.type && h('category', { term: xmlText(entry.type) }),
    h('content', { type: 'text' }, xmlText(lines.filter(Boolean).join('\n'))),
  )
}

/** XML text must not contain the end of a CDATA section, not even escaped. */
const xmlText = (text: string) => printable(text).replaceAll(']]>', ']] >')
