import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRevisionCache } from '../../platform/database/revision.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { SendPage } from '../../platform/http/page-cache.ts'
import { parseId } from '../../platform/http/parse.ts'
import { PDF_HEADERS } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/render.tsx'
import type { FindFrame } from '../site/site-frame.ts'
import { listCorrections, listVersions } from './corrections/queries.ts'
import { correctionViews } from './corrections/views.ts'
import { DocumentPage } from './pages.tsx'
import { planResponse } from './plan-response.ts'
import { findPublishedDocument, listDocuments, type PublishedDocument } from './queries.ts'
import { redirectDocument } from './redirect-document.ts'
import { contentDisposition, fileName, isPrefetch } from './rules.ts'
import { type RecordDownloads, sendDocument } from './send-document.ts'
import { documentView } from './to-view.ts'
import { atPage } from './views.ts'

export interface DocumentOptions {
  findFrame: FindFrame
  sendPage: SendPage
  recordDownloads: RecordDownloads
}

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

/** The document's page, and the PDF itself. */
export function createDocumentHandlers(platform: Platform, options: DocumentOptions) {
  const { db, revision } = platform
  const rows = createRevisionCache<{ published: Published | undefined }>(revision, MOST_ROWS, {
    graceMs: GRACE_MS,
  })

  async function findPublished(id: number): Promise<Published> {
    const load = async () => ({ published: withNames(await findPublishedDocument(db, id)) })
    const { published } = await rows.get(String(id), load)
    if (!published)
      throw new NotFoundError('There is no such document. It may have been withdrawn.')
    return published
  }

  async function findCorrections({ id, entry_id, title }: PublishedDocument) {
    const corrections = await listCorrections(db, [entry_id])
    return correctionViews({
      corrections: corrections.filter(({ document_id }) => document_id === id),
      versions: await listVersions(db, [id]),
      titles: new Map([[id, title]]),
    })
  }

  async function renderDocument({ document }: Published, page?: number): Promise<string> {
    const entry = {
      number: document.entry_number,
      filedOn: document.filed_on,
      title: document.entry_title,
      url: `/entries/${document.entry_id}`,
      documents: (await listDocuments(db, [document.entry_id])).map(documentView),
    }
    const layout = await options.findFrame()
    const corrections = await findCorrections(document)
    const shown = { layout, entry, corrections, page, document: documentView(document) }
    return renderPage(<DocumentPage {...shown} />)
  }

  return {
    page: async (request: FastifyRequest, reply: FastifyReply) => {
      const published = await findPublished(parseId(request.params))
      const page = pageOf(request, published.document)
      const key = atPage(`/documents/${published.document.id}`, page)
      return options.sendPage(key, () => renderDocument(published, page), request, reply)
    },

    download: async (request: FastifyRequest, reply: FastifyReply) => {
      const published = await findPublished(parseId(request.params))
      await sendPublished(platform, options, published, request, reply)
    },
  }
}

async function sendPublished(
  platform: Platform,
  { recordDownloads }: DocumentOptions,
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

/** `?page=7`, where the document has such a page; anything else opens it at its first. */
function pageOf({ query }: FastifyRequest, { page_count }: PublishedDocument): number | undefined {
  const { page } = query as { page?: unknown }
  const number = typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 0
  return number >= 1 && number <= page_count ? number : undefined
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
