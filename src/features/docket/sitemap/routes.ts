import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { NEVER_INDEXED } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findExtent, listPages } from './queries.ts'
import {
  listParts,
  pageOf,
  rangeOf,
  readPart,
  renderSitemap,
  renderSitemapIndex,
  SITEMAP_MOST,
} from './sitemap.ts'

const XML = 'application/xml; charset=utf-8'

/** Public pages without a row of their own. */
const PAGES = [{ path: '/' }, { path: '/verify' }, { path: '/api' }]

/** `GET /sitemap.xml`: every public page, in one file or, where they are too many, an index of several. */
export function createSitemapHandlers(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  { sendPage, most = SITEMAP_MOST }: { sendPage: SendPage; most?: number },
) {
  const { publicUrl } = config

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
      sendPage('/sitemap.xml', renderAll, request, reply.headers(NEVER_INDEXED), XML),

    part: async (request: FastifyRequest, reply: FastifyReply) => {
      const { part } = request.params as { part: string }
      const render = () => renderPart(part)
      return sendPage(`/sitemaps/${part}`, render, request, reply.headers(NEVER_INDEXED), XML)
    },
  }
}
