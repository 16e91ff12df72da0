import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { SiteHeader } from '../../ui/layout.tsx'

export interface SitemapEntry {
  id: number
  updated_at: number
}

/** sitemaps.org 0.9: the home page and every published entry; 50,000 addresses are the protocol's limit. */
export function renderSitemap({ publicUrl }: SiteHeader, entries: SitemapEntry[]): string {
  const urls = entries.map(({ id, updated_at }) =>
    h(
      'url',
      null,
      h('loc', null, `${publicUrl}/entries/${id}`),
      h('lastmod', null, new Date(updated_at).toISOString().slice(0, 10)),
    ),
  )
  const home = h('url', null, h('loc', null, `${publicUrl}/`))
  const set = h('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, home, ...urls)
  return `<?xml version="1.0" encoding="utf-8"?>\n${renderToString(set)}`
}
