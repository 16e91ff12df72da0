import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRevisionCache } from '../../platform/database/revision.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { parseId } from '../../platform/http/request/parse.ts'
import { PDF_HEADERS } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { findPublishedDocument, type PublishedDocument } from '../docket/documents/queries.ts'
import { contentDisposition, fileName } from '../docket/documents/rules.ts'
import { isPrefetch, planResponse } from './plan-response.ts'
import { type RecordDownloads, redirectDocument, sendDocument } from './send-document.ts'

/** A document and its Content-Disposition, shown in the page or saved. */
interface Published {
  document: PublishedDocument
  inline: string
  attachment: string
}

/** Published documents whose rows are kept at hand; each is small. */
const MOST_ROWS = 10_000
/** A database that restarts keeps nobody from a file that is at hand: while it is away, nothing can be withdrawn. */
const GRACE_MS = 60_000

/** `GET /api/documents/{id}/download`: the PDF, and its record. */
export function createDownloadHandler(platform: Platform, recordDownloads: RecordDownloads) {
  const { db, revision } = platform
  const rows = createRevisionCache<{ published: Published | undefined }>(revision, MOST_ROWS, {
    graceMs: GRACE_MS,
  })

  return async function download(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = parseId(request.params)
    const load = async () => ({ published: withNames(await findPublishedDocument(db, id)) })
    const { published } = await rows.get(String(id), load)
    if (!published) {
      throw new NotFoundError('There is no such document. It may have been withdrawn.')
    }
    await sendPublished(platform, recordDownloads, published, request, reply)
  }
}

async function sendPublished(
  platform: Platform,
  recordDownloads: RecordDownloads,
  { document, inline, attachment }: Published,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { clock, files, fileCache, log, redirects } = platform
  const { sha256, byte_size: byteSize, storage_key: key } = document
  const disposition = isToBeSaved(request) ? attachment : inline
  const { method, headers } = request
  const plan = planResponse({
    method,
    headers,
    sha256,
    byteSize,
    lastModified: document.updated_at,
  })
  const telling = {
    record: () =>
      recordDownloads([
        {
          document_id: document.id,
          accessed_at: clock(),
          client_ip: request.visitorIp,
          user_agent: headers['user-agent'] ?? '',
          part: plan.status === 206 ? 'range' : 'whole',
        },
      ]),
    onFailure: (what: string, error: unknown) =>
      log.error({ err: error, document: document.id }, `download: ${what} failed`),
  }
  const hasBody = plan.end >= plan.start
  reply.headers({ ...PDF_HEADERS, 'cache-control': 'no-cache' })
  if (redirects && hasBody) {
    const url = await redirects.urlOf(key, disposition)
    const counts = plan.start === 0 && !isPrefetch(headers)
    await redirectDocument(reply, { url, counts, ...telling })
    return
  }
  const held = hasBody
    ? await fileCache.load(key, byteSize, () => files.read(key, byteSize))
    : undefined
  try {
    const open = (start: number, end: number) => files.pieces(key, start, end)
    await sendDocument(reply, { plan, disposition, cached: held?.bytes, open, ...telling })
  } finally {
    held?.release()
  }
}

function isToBeSaved({ query }: FastifyRequest): boolean {
  return (query as { disposition?: unknown }).disposition === 'attachment'
}

/** The Content-Disposition headers are made with the row: they cost more than the rest of a response's head. */
function withNames(document: PublishedDocument | undefined): Published | undefined {
  if (!document) return undefined
  const name = fileName({
    entryNumber: document.entry_number,
    filedOn: document.filed_on,
    attachmentNumber: document.attachment_number,
    title: document.title,
  })
  return {
    document,
    inline: contentDisposition('inline', name),
    attachment: contentDisposition('attachment', name),
  }
}
