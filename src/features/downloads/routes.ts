import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { createRevisionCache } from '../../platform/database/revision.ts'
import {
  type ApiSchema,
  apiHandler,
  file,
  noBody,
  problem,
} from '../../platform/http/api-schema.ts'
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
    200: file('The whole PDF', 'application/pdf'),
    206: file('The part requested with Range', 'application/pdf'),
    304: noBody('Unchanged'),
    404: problem('There is no such document, or it was withdrawn', ['not_found']),
    416: problem('The document is shorter than that range', ['range_not_satisfiable']),
  },
} satisfies ApiSchema

/** How many documents' rows are cached; each is small. */
const MAX_ROWS = 10_000

export function createDownloadHandler(platform: Platform, recordDownloads: RecordDownloads) {
  const { db, clock, files, fileCache, log, revision } = platform
  const rows = createRevisionCache<{ document: PublishedDocument | undefined }>(revision, MAX_ROWS)

  type Sent = { document: PublishedDocument; type: 'inline' | 'attachment' }
  async function send(request: FastifyRequest, reply: FastifyReply, { document, type }: Sent) {
    const { sha256, byte_size: byteSize, storage_key: key, updated_at: lastModified } = document
    const { method, headers } = request
    const plan = planResponse({ method, headers, sha256, byteSize, lastModified })
    const sent = {
      document_id: document.id,
      ...clientOf(request),
      part: plan.part,
      accessed_at: clock(),
    }
    if (plan.status === 304 && method === 'GET' && !isPrefetch(headers))
      plan.completes = await isPrefetched(db, sent)
    const recording = {
      record: () => recordDownloads([{ ...sent, accessed_at: clock() }]),
      onFailure: (what: string, error: unknown) =>
        log.error({ err: error, document: document.id }, `download: ${what} failed`),
    }
    const disposition = contentDisposition(fileName(document), { type })
    const hasBody = plan.end >= plan.start
    reply.headers({ ...PDF_HEADERS, 'cache-control': 'no-cache' })
    const read = () => files.read(key, byteSize)
    const held = hasBody ? await fileCache.load(key, byteSize, read) : undefined
    try {
      const open = (start: number, end: number) => files.pieces(key, start, end)
      await sendDocument(reply, { plan, disposition, cached: held?.bytes, open, ...recording })
    } finally {
      held?.release()
    }
    if (plan.part === 'piece' && reply.raw.writableFinished) await recordOrLog(recording)
  }

  return apiHandler(downloadDocument, async (request, reply) => {
    const { id } = request.params
    const load = async () => ({ document: await findPublishedDocument(db, id) })
    try {
      const { document } = await rows.get(String(id), load)
      if (!document) throw await notFoundError(platform, 'document', id)
      await send(request, reply, { document, type: request.query.disposition })
    } catch (error) {
      // The answer is then a page, perhaps in the viewer's frame.
      reply.headers(FRAMED_PAGE_HEADERS)
      throw error
    }
  })
}
