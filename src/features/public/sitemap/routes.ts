import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { NEVER_INDEXED } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { countPages, listPages } from './queries.ts'

const XML = 'application/xml; charset=utf-8'

const PAGES = [
  { path: '/' },
  { path: '/about' },
  { path: '/follow' },
  { path: '/verify' },
  { path: '/api' },
]

/** sitemaps.org allows 50,000 in one file; the first also has the fixed pages. */
const MAX = 49_000

/** `GET /sitemap.xml`: every public page, in one file or, if there are too many, an index of several. */
export function createSitemapHandlers(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  { sendPage, max = MAX }: { sendPage: SendPage; max?: number },
) {
  const { publicUrl } = config
  const send: SendPage = (request, reply, page) =>
    sendPage(request, reply.headers(NEVER_INDEXED), { ...page, type: XML })

  async function renderAll(): Promise<string> {
    const parts = Math.ceil((await countPages(db)) / max)
    if (parts <= 1) return renderPart(1)
    const paths = Array.from({ length: parts }, (_, at) => ({ path: `/sitemaps/${at + 1}.xml` }))
    return renderSitemap(publicUrl, paths, INDEX)
  }

  async function renderPart(part: number): Promise<string> {
    const rows = await listPages(db, { limit: max, offset: (part - 1) * max })
    const listed = rows.map(({ kind, id, updated_at: updated }) => ({
      path: `/${kind}/${id}`,
      updated,
    }))
    if (part === 1) return renderSitemap(publicUrl, [...PAGES, ...listed])
    if (listed.length === 0) throw new NotFoundError()
    return renderSitemap(publicUrl, listed)
  }

  return {
    all: async (request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply, { key: '/sitemap.xml', render: renderAll }),

    part: async (request: FastifyRequest, reply: FastifyReply) => {
      const { part } = request.params as { part: string }
      const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(part) ?? []
      if (!number) throw new NotFoundError()
      const render = () => renderPart(Number(number))
      return send(request, reply, { key: `/sitemaps/${part}`, render })
    },
  }
}

interface Location {
  path: string
  /** Milliseconds. */
  updated?: number
}

const URLS = ['urlset', 'url'] as const
const INDEX = ['sitemapindex', 'sitemap'] as const

/** sitemaps.org 0.9. Only the base of the addresses can need escaping. */
export function renderSitemap(
  publicUrl: string,
  locations: readonly Location[],
  [list, item]: typeof URLS | typeof INDEX = URLS,
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
