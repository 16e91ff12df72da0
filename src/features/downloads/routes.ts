import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { createRevisionCache } from '../../platform/database/revision.ts'
import * as api from '../../platform/http/api-schema.ts'
import { idParam } from '../../platform/http/request/parse.ts'
import { FRAMED_PAGE_HEADERS, PDF_HEADERS } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPublishedDocument, type PublishedDocument } from '../docket/documents/queries.ts'
import { fileName } from '../docket/documents/rules.ts'
import { notFoundError } from '../docket/documents/withdrawn.ts'
import { isPrefetch, planResponse } from './plan-response.ts'
import { isPrefetched } from './queries.ts'
import { clientOf, type RecordDownloads, recordOrLog, sendDocument } from './send-document.ts'

const downloadDocument = {
  operationId: 'downloadDocument',
  tags: ['Documents'],
  summary: 'The PDF',
  description:
    'A response whose last byte has been sent counts as one download and is recorded with the client’s IP address and user agent. HEAD requests, 304 responses, and errors are never counted.\n\nBefore fetching a document again, send its ETag in If-None-Match: an unchanged PDF then costs only a few bytes.',
  params: z.object({ id: idParam().describe('The document’s id') }),
  querystring: z.object({
    disposition: z
      .enum(['inline', 'attachment'])
      .default('inline')
      .catch('inline')
      .describe('`attachment` makes browsers save it; `inline`, the default, makes them show it'),
  }),
  response: {
    200: api.file('The whole PDF', 'application/pdf'),
    206: api.file('The part requested with Range', 'application/pdf'),
    304: api.noBody('Unchanged'),
    404: api.problem('There is no such document, or it was withdrawn', ['not_found']),
    416: api.problem('The document is shorter than that range', ['range_not_satisfiable']),
  },
} satisfies api.ApiSchema

const MAX_CACHED_ROWS = 10_000

export function createDownloadHandler(platform: Platform, recordDownloads: RecordDownloads) {
  const { db, clock, files, fileCache, log, revision } = platform
  const rows = createRevisionCache<{ document: PublishedDocument | undefined }>(
    revision,
    MAX_CACHED_ROWS,
  )

  type Request = api.ApiRequest<typeof downloadDocument>
  async function send(request: Request, reply: FastifyReply, document: PublishedDocument) {
    const { id: document_id, byte_size: byteSize, storage_key: key } = document
    const plan = planResponse(request, document)
    const { part } = plan
    const sent = () => ({ document_id, ...clientOf(request), part, accessed_at: clock() })
    if (plan.status === 304 && request.method === 'GET' && !isPrefetch(request.headers))
      plan.completes = await isPrefetched(db, sent())
    const recording = {
      record: () => recordDownloads([sent()]),
      onFailure: (what: string, error: unknown) =>
        log.error({ err: error, document: document_id }, `download: ${what} failed`),
    }
    const type = request.query.disposition
    const disposition = contentDisposition(fileName(document), { type })
    reply.headers({ ...PDF_HEADERS, 'cache-control': 'no-cache' })
    const hasBody = plan.end >= plan.start
    const read = () => files.read(key, byteSize)
    const held = hasBody ? await fileCache.load(key, byteSize, read) : undefined
    try {
      const open = (start: number, end: number) => files.pieces(key, start, end)
      await sendDocument(reply, { plan, disposition, cached: held?.bytes, open, ...recording })
    } finally {
      held?.release()
    }
    if (part === 'piece' && reply.raw.writableFinished) await recordOrLog(recording)
  }

  return api.apiHandler(downloadDocument, async (request, reply) => {
    const { id } = request.params
    const load = async () => ({ document: await findPublishedDocument(db, id) })
    try {
      const { document } = await rows.get(String(id), load)
      if (!document) throw await notFoundError(platform, 'document', id)
      await send(request, reply, document)
    } catch (error) {
      // The answer is then a page, perhaps in the viewer's frame.
      reply.headers(FRAMED_PAGE_HEADERS)
      throw error
    }
  })
}
