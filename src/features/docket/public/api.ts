import { z } from 'zod'
import type { Database, Document } from '../../../platform/database/schema.ts'
import {
  type ApiSamples,
  type ApiSchema,
  answering,
  json,
  problem,
} from '../../../platform/http/api-schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { idParam, writeCursor } from '../../../platform/http/request/parse.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listEntriesBefore } from '../../search/queries.ts'
import { findPublishedEntry } from '../entries/queries.ts'
import { type EntryWithDocuments, withDocuments } from '../entries/views.ts'
import {
  type ApiDocument,
  ApiEntry,
  ApiEntryList,
  ApiListQuery,
  inventedSamples,
} from './api-schemas.ts'

const listEntries = {
  operationId: 'listDocketEntries',
  tags: ['Docket'],
  summary: 'The published entries, most recently added first',
  description:
    'Ask for the next page with `cursor` until `next_cursor` is null. The pages follow the order in which entries were added, so entries that are added meanwhile neither repeat nor hide any.\n\nTo keep a copy up to date, read the first page now and then and stop at the first id you already have. For entries that were changed later, read the feed, or the whole list.',
  querystring: ApiListQuery,
  response: {
    200: json('A page of the list', ApiEntryList, {
      headers: { 'Cache-Control': 'no-cache: may be cached, but must be revalidated' },
      example: ({ entry }) => ({ items: [entry], next_cursor: writeCursor(entry.id) }),
    }),
    422: problem('The cursor or the limit is not valid', ['invalid']),
  },
  curl: ({ publicUrl }) => `curl "${publicUrl}/api/docket-entries?limit=1"`,
} satisfies ApiSchema

const showEntry = {
  operationId: 'getDocketEntry',
  tags: ['Docket'],
  summary: 'One published entry with its documents',
  params: z.object({
    id: idParam().describe('The entry’s id, which is not its docket number'),
  }),
  response: {
    200: json('The entry', ApiEntry, { example: ({ entry }) => entry }),
    404: problem('There is no such entry, it is not published, or it was withdrawn', ['not_found']),
  },
  curl: ({ publicUrl, entry }) => `curl ${publicUrl}/api/docket-entries/${entry.id}`,
} satisfies ApiSchema

/** Entries among which the page about the API looks for one to show. */
const SAMPLED = 50

/** The JSON API of the docket (CONTRACT section 3). */
export function createDocketApi({ db, config }: Platform, searchDb: Database = db) {
  return {
    /** A real entry for the page about the API: a recent one with a few documents; an invented one on an empty docket. */
    findSamples: async (): Promise<ApiSamples> => {
      const { publicUrl } = config
      const recent = await withDocuments(db, await listEntriesBefore(db, {}, undefined, SAMPLED))
      const found =
        recent.find(({ documents: { length } }) => length > 0 && length < 4) ?? recent[0]
      return found ? { publicUrl, entry: apiEntry(publicUrl, found) } : inventedSamples(publicUrl)
    },

    /** Published entries, last added first; the cursor is an id, so that new entries shift nothing. */
    list: answering(listEntries, async ({ query }, reply) => {
      const { cursor, limit, ...filter } = query
      const entries = await listEntriesBefore(searchDb, filter, cursor, limit + 1)
      const page = entries.slice(0, limit)
      const last = page.at(-1)
      const next_cursor = entries.length > limit && last ? writeCursor(last.id) : null
      const items = (await withDocuments(db, page)).map((one) => apiEntry(config.publicUrl, one))
      return reply.header('cache-control', 'no-cache').send({ items, next_cursor })
    }),

    show: answering(showEntry, async ({ params }, reply) => {
      const entry = await findPublishedEntry(db, params.id)
      if (!entry) throw new NotFoundError('There is no such docket entry.')
      const [found] = await withDocuments(db, [entry])
      return reply
        .header('cache-control', 'no-cache')
        .send(found && apiEntry(config.publicUrl, found))
    }),
  }
}

function apiEntry(
  publicUrl: string,
  { entry, documents }: EntryWithDocuments,
): z.infer<typeof ApiEntry> {
  const { id, number, filed_on, title, description, type, filed_by } = entry
  const url = `${publicUrl}/entries/${id}`
  return {
    id,
    number,
    filed_on,
    title,
    description,
    type,
    filed_by,
    url,
    documents: documents.map((one) => apiDocument(publicUrl, one)),
  }
}

function apiDocument(publicUrl: string, document: Document): z.infer<typeof ApiDocument> {
  const { id, attachment_number, title, page_count, byte_size, sha256 } = document
  const url = `${publicUrl}/documents/${id}`
  const download_url = `${publicUrl}/api/documents/${id}/download`
  return { id, attachment_number, title, page_count, byte_size, sha256, url, download_url }
}
