import { create as contentDisposition } from 'content-disposition'
import * as z from 'zod'
import * as api from '../../platform/http/api-schema.ts'
import { InvalidError } from '../../platform/http/errors.ts'
import { countRequest } from '../../platform/http/request/client-throttle.ts'
import type { Platform } from '../../platform/platform.ts'
import { formatBytes } from '../../shared/document-label.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { isPrefetch } from '../downloads/plan-response.ts'
import { clientOf, type RecordDownloads, sendDocument } from '../downloads/send-document.ts'
import { findMatches, type Search } from '../search/queries.ts'
import { DocketFilter } from '../search/query-rules.ts'
import { findCaseSettings } from '../site/queries.ts'
import { indexCsv, MAX_ZIP_BYTES, MAX_ZIP_DOCUMENTS, packDocuments, zipName } from './contents.ts'
import { makeZip } from './make-zip.ts'
import { listZipDocuments } from './queries.ts'

const Id = z.coerce.number('must be a document’s id').int().min(1).max(2_147_483_647)
const list = (value: unknown) => (typeof value === 'string' ? [value] : value)

const ZipQuery = z.object({
  document: z
    .preprocess(list, z.array(Id).max(MAX_ZIP_DOCUMENTS, `at most ${MAX_ZIP_DOCUMENTS} documents`))
    .optional()
    .describe('The id of a document; may be repeated'),
  all: z.literal('1').optional().describe('Instead: every document of the matching entries'),
  ...DocketFilter.shape,
})

const downloadDocuments = {
  operationId: 'downloadDocuments',
  tags: ['Documents'],
  summary: 'Several documents as one ZIP file',
  description:
    'Contains the documents named or, with `all=1`, every document of the matching entries. PDFs are unchanged; index.csv lists them with their SHA-256.\n\nEach document counts as one download once the whole archive has been sent; until then, none does.',
  querystring: ZipQuery,
  response: {
    200: api.file('The archive', 'application/zip'),
    422: api.problem('Nothing was selected, or too much for one archive', [
      'invalid',
      'no_documents',
      'archive_too_large',
    ]),
    429: api.problem('Too many archives from one client', ['too_many_requests']),
  },
} satisfies api.ApiSchema

/** An archive can keep the disk busy for a long time; this limit is enough for a firm behind one address. */
const ZIP_THROTTLE = { name: 'zip', limit: 30, windowMs: 600_000 }

/** `GET /documents.zip`: several documents, or everything a search finds, as one file. */
export function createZipHandler(
  platform: Platform,
  { search, recordDownloads }: { search: Search; recordDownloads: RecordDownloads },
): api.ApiHandler {
  const { db, config, clock, files, log } = platform

  return api.apiHandler(downloadDocuments, async (request, reply) => {
    const { document: chosen, all, ...filter } = request.query
    if (!chosen && !all)
      throw noDocumentsError('No documents were selected. Go back and select some.')
    if (request.method === 'HEAD') return reply.type('application/zip').send()
    await countRequest(platform, request, ZIP_THROTTLE)
    const { searchDb, dbFor, listed } = search
    const column = chosen ? 'documents.id' : 'entries.id'
    const ids = chosen ?? (await findMatches(dbFor(filter), filter, listed)).ids
    const documents = await listZipDocuments(searchDb, { column, ids }, MAX_ZIP_DOCUMENTS + 1)
    refuseUnfit(documents)
    const settings = await findCaseSettings(db)
    const packed = packDocuments(documents)
    const content = indexCsv(packed, config.publicUrl)
    const index = { name: 'index.csv', content, modifiedAt: clock() }
    const pdfs = packed.map(({ document, name }) => ({
      name,
      modifiedAt: document.updated_at,
      size: document.byte_size,
      open: () => files.open(document.storage_key, 0, document.byte_size - 1),
    }))
    // A prefetch never counts (CONTRACT section 4).
    const counted = isPrefetch(request.headers) ? [] : documents
    const { size, stream } = makeZip(index, pdfs)
    const headers = { 'content-type': 'application/zip', 'content-length': String(size) }
    try {
      await sendDocument(reply.header('cache-control', 'no-store'), {
        plan: { status: 200, start: 0, end: size - 1, headers, completes: true },
        disposition: contentDisposition(zipName(settings.case_number, packed.length)),
        cached: undefined,
        open: () => stream,
        record: () => {
          const sent = { ...clientOf(request), accessed_at: clock(), part: 'archived' } as const
          return recordDownloads(counted.map(({ id }) => ({ ...sent, document_id: id })))
        },
        onFailure: (what, error) => log.error({ err: error }, `archive: ${what} failed`),
      })
    } finally {
      // Of a visitor who left before their turn.
      stream.destroy()
    }
  })
}

const noDocumentsError = (message: string) => new InvalidError(message, {}, 'no_documents')

function refuseUnfit(documents: readonly PublishedDocument[]): void {
  if (documents.length === 0) {
    throw noDocumentsError(
      'There are no documents to download. Select others, or change the search.',
    )
  }
  const bytes = documents.reduce((sum, { byte_size }) => sum + byte_size, 0)
  if (documents.length <= MAX_ZIP_DOCUMENTS && bytes <= MAX_ZIP_BYTES) return
  const max = `${MAX_ZIP_DOCUMENTS.toLocaleString('en-US')} documents and ${formatBytes(MAX_ZIP_BYTES)}`
  throw new InvalidError(
    `That is too much for one ZIP file (at most ${max}). Go back and narrow the search, for example by filing date.`,
    {},
    'archive_too_large',
  )
}
