import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { NEVER_INDEXED } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listPages } from './queries.ts'

const FIXED = ['/', '/about', '/follow', '/verify', '/api'].map((path) => ({ path }))

/** sitemaps.org allows 50,000, twice what a large docket has. */
const MAX = 49_000

/** `GET /sitemap.xml`: every public page. */
export const createSitemapHandler =
  ({ db, config }: Pick<Platform, 'db' | 'config'>, sendPage: SendPage) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const render = async () => {
      const pages = await listPages(db, MAX)
      const listed = pages.map(({ kind, id, updated_at }) => ({
        path: `/${kind}/${id}`,
        updated: updated_at,
      }))
      return renderSitemap(config.publicUrl, [...FIXED, ...listed])
    }
    reply.headers(NEVER_INDEXED)
    return sendPage(request, reply, {
      key: '/sitemap.xml',
      render,
      type: 'application/xml; charset=utf-8',
    })
  }

/** sitemaps.org 0.9. Only the base of the addresses can need escaping. @param pages `updated` is in milliseconds */
export function renderSitemap(
  publicUrl: string,
  pages: readonly { path: string; updated?: number }[],
): string {
  const base = publicUrl.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lines = pages.map(({ path, updated }) => {
    const lastmod = updated ? `<lastmod>${new Date(updated).toISOString()}</lastmod>` : ''
    return `<url><loc>${base}${path}</loc>${lastmod}</url>`
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...lines,
    '</urlset>',
    '',
  ].join('\n')
}
