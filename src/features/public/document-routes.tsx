import * as z from 'zod'
import type { Handler } from '../../platform/http/api-schema.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { parse, parseId } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPageTexts } from '../../platform/search/search-queries.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import { findPublishedDocument, type PublishedDocument } from '../docket/documents/queries.ts'
import { documentUrl } from '../docket/documents/views.ts'
import { notFoundError } from '../docket/documents/withdrawn.ts'
import { findNeighbors } from '../docket/entries/queries.ts'
import { findPublishedView } from '../docket/entries/views.ts'
import { findRecognized } from '../recognition/queries.ts'
import type { PageDeps } from '../site/site-frame.ts'
import { DocumentPage } from './document-pages.tsx'
import { DocumentTextPage, PAGES_SHOWN, textUrl } from './document-text.tsx'
import { fitPages } from './text-rules.ts'

/** `?page=7`; at anything else the document opens at its first page. */
const PageQuery = z.object({ page: z.coerce.number().int().min(1).optional().catch(undefined) })

const TextQuery = z.object({
  from: z.coerce.number('must be a page number').int().min(1).max(1_000_000).default(1),
})

export function createDocumentHandlers(platform: Platform, { findFrame, sendPage }: PageDeps) {
  const { db } = platform

  async function findPublic(params: unknown): Promise<PublishedDocument> {
    const id = parseId(params)
    const document = await findPublishedDocument(db, id)
    if (document) return document
    throw await notFoundError(platform, 'document', id)
  }

  async function findShown(document: PublishedDocument) {
    const entry = await findPublishedView(db, document.entry_id)
    if (!entry) throw await notFoundError(platform, 'document', document.id)
    return { layout: await findFrame(), document, entry }
  }

  async function renderDocument(document: PublishedDocument, page?: number): Promise<string> {
    const shown = await findShown(document)
    const corrections = shown.entry.details?.corrections.filter(
      ({ documentId }) => documentId === document.id,
    )
    const neighbors = await findNeighbors(db, document.entry_id)
    return renderPage(<DocumentPage {...shown} {...{ neighbors, corrections, page }} />)
  }

  async function renderText(document: PublishedDocument, first: number): Promise<string> {
    const last = Math.min(document.page_count, first + PAGES_SHOWN - 1)
    const texts = await findPageTexts(db, document.id, { first, last })
    const fitting = fitPages(texts, [first, last])
    const recognized = await findRecognized(db, [document.id])
    const shown = { ...(await findShown(document)), ...fitting, first, recognized }
    return renderPage(<DocumentTextPage {...shown} />)
  }

  return {
    page: async (request, reply) => {
      const document = await findPublic(request.params)
      const query = parse(PageQuery, request.query)
      const page = Number(query.page) <= document.page_count ? query.page : undefined
      const key = documentUrl(document.id, page)
      return sendPage(request, reply, { key, render: () => renderDocument(document, page) })
    },

    /** Not a download: nothing is recorded. */
    text: async (request, reply) => {
      const document = await findPublic(request.params)
      const { from } = parse(TextQuery, request.query)
      if (from > document.page_count)
        throw new NotFoundError('The document does not have that page.')
      const key = textUrl(document.id, from)
      return sendPage(request, reply, { key, render: () => renderText(document, from) })
    },
  } satisfies Record<string, Handler>
}
