import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { NEVER_INDEXED } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type ListedPage, listPages } from './queries.ts'

const FIXED = ['/', '/about', '/follow', '/verify', '/api']

/** sitemaps.org allows 50,000, twice what a large docket has. */
const MAX = 49_000

export const createSitemapHandler =
  ({ db, config }: Pick<Platform, 'db' | 'config'>, sendPage: SendPage) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const render = async () => renderSitemap(config.publicUrl, await listPages(db))
    const type = 'application/xml; charset=utf-8'
    return sendPage(request, reply.headers(NEVER_INDEXED), { key: '/sitemap.xml', render, type })
  }

/** sitemaps.org 0.9. Only the base of the addresses can need escaping: its path can have an ampersand. */
export function renderSitemap(publicUrl: string, pages: readonly ListedPage[]): string {
  const base = publicUrl.replaceAll('&', '&amp;')
  const fixed = FIXED.map((path) => `<url><loc>${base}${path}</loc></url>`)
  const listed = pages.slice(0, MAX).map(({ path, updated_at }) => {
    const lastmod = new Date(updated_at).toISOString()
    return `<url><loc>${base}${path}</loc><lastmod>${lastmod}</lastmod></url>`
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...fixed,
    ...listed,
    '</urlset>',
    '',
  ].join('\n')
}
