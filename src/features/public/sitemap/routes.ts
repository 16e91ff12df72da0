import type { Handler } from '../../../platform/http/api-schema.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { NEVER_INDEXED } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listPages } from './queries.ts'

const FIXED = ['/', '/about', '/follow', '/verify', '/api']

export function createSitemapHandler({ db, config }: Platform, sendPage: SendPage): Handler {
  /** sitemaps.org 0.9, which allows 50,000: twice what a large docket has. */
  async function render() {
    const fixed = FIXED.map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`)
    const listed = (await listPages(db)).map(({ path, updated_at }) => {
      const lastmod = new Date(updated_at).toISOString()
      return `<url><loc>${config.publicUrl}${path}</loc><lastmod>${lastmod}</lastmod></url>`
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

  const type = 'application/xml; charset=utf-8'
  return (request, reply) =>
    sendPage(request, reply.headers(NEVER_INDEXED), { key: '/sitemap.xml', render, type })
}
