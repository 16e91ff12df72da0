import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { NEVER_INDEXED } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Extent, Listed, ListedPage } from './queries.ts'
import { findExtent, listPages } from './queries.ts'

const XML = 'application/xml; charset=utf-8'

/** Public pages without a row of their own. */
const PAGES = [{ path: '/' }, { path: '/verify' }, { path: '/api' }]

/** `GET /sitemap.xml`: every public page, in one file or, where they are too many, an index of several. */
export function createSitemapHandlers(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  { sendPage, most = SITEMAP_MOST }: { sendPage: SendPage; most?: number },
) {
  const { publicUrl } = config
  const send: SendPage = (request, reply, page) =>
    sendPage(request, reply.headers(NEVER_INDEXED), { ...page, type: XML })

  async function renderAll(): Promise<string> {
    const entries = await findExtent(db, 'entries')
    const documents = await findExtent(db, 'documents')
    if (PAGES.length + entries.count + documents.count > most) {
      return renderSitemapIndex(publicUrl, listParts({ entries, documents }, most))
    }
    const entryPages = await listPages(db, 'entries', 0, entries.last)
    const documentPages = await listPages(db, 'documents', 0, documents.last)
    return renderSitemap(publicUrl, [
      ...PAGES,
      ...entryPages.map((page) => pageOf('entries', page)),
      ...documentPages.map((page) => pageOf('documents', page)),
    ])
  }

  async function renderPart(name: string): Promise<string> {
    const found = readPart(name)
    if (!found) throw new NotFoundError()
    const { listed, part } = found
    if (listed === 'pages') {
      if (part > 1) throw new NotFoundError()
      return renderSitemap(publicUrl, PAGES)
    }
    const { after, upTo } = rangeOf(part, most)
    const pages = await listPages(db, listed, after, upTo)
    if (pages.length === 0) throw new NotFoundError()
    return renderSitemap(
      publicUrl,
      pages.map((page) => pageOf(listed, page)),
    )
  }

  return {
    all: async (request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply, { key: '/sitemap.xml', render: renderAll }),

    part: async (request: FastifyRequest, reply: FastifyReply) => {
      const { part } = request.params as { part: string }
      return send(request, reply, { key: `/sitemaps/${part}`, render: () => renderPart(part) })
    },
  }
}

/* sitemaps.org 0.9. Written as text: a file may list 50,000 addresses, which hold nothing to escape but the base. */

/** The most that one file may list. */
export const SITEMAP_MOST = 50_000

/** Milliseconds; undefined where it is not known. */
interface Location {
  path: string
  updated?: number | undefined
}

export const pageOf = (listed: Listed, { id, updated_at }: ListedPage): Location => ({
  path: `/${listed}/${id}`,
  updated: updated_at,
})

export function renderSitemap(publicUrl: string, locations: readonly Location[]): string {
  return render(publicUrl, locations, 'urlset', 'url')
}

export function renderSitemapIndex(publicUrl: string, parts: readonly Location[]): string {
  return render(publicUrl, parts, 'sitemapindex', 'sitemap')
}

function render(
  publicUrl: string,
  locations: readonly Location[],
  list: 'urlset' | 'sitemapindex',
  item: 'url' | 'sitemap',
): string {
  const base = publicUrl.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lines = locations.map(({ path, updated }) => {
    const lastmod = updated ? `<lastmod>${new Date(updated).toISOString()}</lastmod>` : ''
    return `<${item}><loc>${base}${path}</loc>${lastmod}</${item}>`
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${list}>`,
    '',
  ].join('\n')
}

/** A part lists the ids of one range, so that a page stays in the part in which it was listed first. */
export function rangeOf(part: number, most: number): { after: number; upTo: number } {
  return { after: (part - 1) * most, upTo: part * most }
}

/** The parts that the index names: pages that are always there, then each range of entries and of documents. */
export function listParts(extents: Readonly<Record<Listed, Extent>>, most: number): Location[] {
  const ranges = (['entries', 'documents'] as const).flatMap((listed) => {
    const { last, updated } = extents[listed]
    return Array.from({ length: Math.ceil(last / most) }, (_, index) => ({
      path: `/sitemaps/${listed}-${index + 1}.xml`,
      updated,
    }))
  })
  return [{ path: '/sitemaps/pages-1.xml' }, ...ranges]
}

/** `entries-2.xml` */
export function readPart(name: string): { listed: Listed | 'pages'; part: number } | undefined {
  const [, listed, part] = /^(entries|documents|pages)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  return listed ? { listed: listed as Listed | 'pages', part: Number(part) } : undefined
}
