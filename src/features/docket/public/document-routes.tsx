import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { SendPage } from '../../../platform/http/page-cache.ts'
import { parseId } from '../../../platform/http/request/parse.ts'
import type { Platform } from '../../../platform/platform.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import { correctionViews } from '../../corrections/correction-notes.tsx'
import { listCorrections, listVersions } from '../../corrections/queries.ts'
import type { FindFrame } from '../../site/site-frame.ts'
import {
  findPublishedDocument,
  listDocuments,
  type PublishedDocument,
} from '../documents/queries.ts'
import { atPage, documentView } from '../documents/views.ts'
import { DocumentPage } from './document-pages.tsx'

export function createDocumentHandlers(
  { db }: Platform,
  { findFrame, sendPage }: { findFrame: FindFrame; sendPage: SendPage },
) {
  async function findCorrections({ id, entry_id, title }: PublishedDocument) {
    const corrections = await listCorrections(db, [entry_id])
    return correctionViews({
      corrections: corrections.filter(({ document_id }) => document_id === id),
      versions: await listVersions(db, [id]),
      titles: new Map([[id, title]]),
    })
  }

  async function renderDocument(document: PublishedDocument, page?: number): Promise<string> {
    const entry = {
      number: document.entry_number,
      filedOn: document.filed_on,
      title: document.entry_title,
      url: `/entries/${document.entry_id}`,
      documents: (await listDocuments(db, [document.entry_id])).map(documentView),
    }
    const layout = await findFrame()
    const corrections = await findCorrections(document)
    const shown = { layout, entry, corrections, page, document: documentView(document) }
    return renderPage(<DocumentPage {...shown} />)
  }

  return {
    page: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = await findPublishedDocument(db, parseId(request.params))
      if (!document) {
        throw new NotFoundError('There is no such document. It may have been withdrawn.')
      }
      const page = pageOf(request, document)
      const key = atPage(`/documents/${document.id}`, page)
      return sendPage(request, reply, { key, render: () => renderDocument(document, page) })
    },
  }
}

/** `?page=7`; a page that the document does not have opens it at the first. */
function pageOf({ query }: FastifyRequest, { page_count }: PublishedDocument): number | undefined {
  const { page } = query as { page?: unknown }
  const number = typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 0
  return number >= 1 && number <= page_count ? number : undefined
}
