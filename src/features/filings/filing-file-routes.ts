import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../../platform/http/errors.ts'
import { parseId } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PdfInspector } from '../checks/inspect-pdf.ts'
import { sendPdf, sendPicture } from '../docket/documents/send-stored.ts'
import { listFindingsOfFiling } from './filing-findings.ts'
import { findFiling, type ListedFile, listFilingDocuments } from './queries.ts'

/** The PDFs of a proposal, and the pictures of their findings, for the administrator who corrects it. */
export function createFilingFileHandlers(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  inspector: Pick<PdfInspector, 'picture'>,
) {
  async function findOpenDocument(request: FastifyRequest): Promise<ListedFile> {
    const { document: typed } = request.params as { document?: string }
    const documents = await listFilingDocuments(db, parseId(request.params))
    const document = documents.find(({ id }) => id === parseId({ id: typed }))
    const filing = document && (await findFiling(db, document.filing_id))
    // Once a filing is closed, a start may have removed its files.
    if (!document?.storage_key || filing?.closed_at !== null) throw new NotFoundError()
    return document
  }

  return {
    file: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPdf(reply, files, await findOpenDocument(request)),

    picture: async (request: FastifyRequest, reply: FastifyReply) => {
      const document = await findOpenDocument(request)
      const { place } = request.params as { place?: string }
      const all = await listFindingsOfFiling(db, document.filing_id)
      const finding = all.find((one) => one.documentId === document.id && `${one.place}` === place)
      return sendPicture(reply, { files, inspector, document }, finding)
    },
  }
}
