import * as z from 'zod'
import { type ApiSchema, apiHandler, json, problem } from '../../platform/http/api-schema.ts'
import { idParam, readCursor, writeCursor } from '../../platform/http/request/parse.ts'
import type { Platform } from '../../platform/platform.ts'
import { requireEntry } from '../docket/entries/edit.ts'
import { findPublishedEntry } from '../docket/entries/queries.ts'
import { type EntryView, withDocuments } from '../docket/entries/views.ts'
import { listEntriesBefore, type Search } from '../search/queries.ts'
import { DocketFilter } from '../search/query-rules.ts'

const ApiDocument = z
  .object({
    id: z.int().describe('Assigned once and never reused'),
    attachment_number: z.int().describe('0 is the main document'),
    title: z.string(),
    page_count: z.int(),
    byte_size: z.int().describe('Bytes of the PDF'),
    sha256: z.string().describe('Of the PDF, in hex; also its ETag'),
    url: z.url().describe('The document’s page, for people'),
    download_url: z.url().describe('The PDF'),
  })
  .meta({ id: 'Document', description: 'A PDF filing that belongs to one docket entry' })

export const ApiEntry = z
  .object({
    id: z.int().describe('Assigned once and never reused'),
    number: z.int().nullable().describe('The docket number; minute entries have none'),
    filed_on: z.iso.date().describe('A calendar date, YYYY-MM-DD, without a time zone'),
    title: z.string(),
    description: z.string().describe('The docket text; may be empty'),
    type: z.string().describe('For example Motion or Order; empty if unknown'),
    filed_by: z.string().describe('Empty if unknown'),
    url: z.url().describe('The entry’s page, for people'),
    documents: z.array(ApiDocument).describe('In order; empty for a text-only entry'),
  })
  .meta({ id: 'DocketEntry', description: 'One line of the docket' })

const ApiEntryList = z
  .object({
    items: z.array(ApiEntry),
    next_cursor: z.string().nullable().describe('For the next page; null after the last'),
  })
  .meta({ id: 'DocketEntryList', description: 'A page of the list' })

const ApiListQuery = DocketFilter.extend({
  cursor: z
    .string()
    .max(100)
    .transform((text, { addIssue }) => {
      const [id] = readCursor(text, 1) ?? []
      if (id === undefined) addIssue('is not a cursor from this list')
      return id
    })
    .optional()
    .describe('The `next_cursor` of the previous page'),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Entries per page'),
})

const listEntries = {
  operationId: 'listDocketEntries',
  tags: ['Docket'],
  summary: 'The published entries, most recently added first',
  description:
    'To get the next page, pass `next_cursor` as `cursor`, until it is null. Pages follow the order in which entries were added, so entries added in the meantime never duplicate or skip others.\n\nTo keep a copy up to date, read the first page from time to time and stop at the first id you already have. To find entries that were changed later, read the feed or the whole list.',
  querystring: ApiListQuery,
  response: {
    200: json('A page of the list', ApiEntryList),
    422: problem('The cursor or the limit is not valid', ['invalid']),
  },
} satisfies ApiSchema

const showEntry = {
  operationId: 'getDocketEntry',
  tags: ['Docket'],
  summary: 'One published entry with its documents',
  params: z.object({ id: idParam().describe('The entry’s id, which is not its docket number') }),
  response: {
    200: json('The entry', ApiEntry),
    404: problem('There is no such entry, it is not published, or it was withdrawn', ['not_found']),
  },
} satisfies ApiSchema

export function createDocketApi({ db, config }: Platform, { dbFor, listed }: Search) {
  const { publicUrl } = config
  return {
    list: apiHandler(listEntries, async ({ query }, reply) => {
      const { cursor: before, limit, ...filter } = query
      const request = { ...filter, before, limit: limit + 1 }
      const entries = await listEntriesBefore(dbFor(request), request, listed)
      const page = entries.slice(0, limit)
      const last = page.at(-1)
      const next_cursor = entries.length > limit && last ? writeCursor(last.id) : null
      const items = (await withDocuments(db, page)).map((one) => apiEntry(publicUrl, one))
      return reply.header('cache-control', 'no-cache').send({ items, next_cursor })
    }),

    show: apiHandler(showEntry, async ({ params }, reply) => {
      const entry = requireEntry(await findPublishedEntry(db, params.id))
      const [view] = await withDocuments(db, [entry])
      return reply.header('cache-control', 'no-cache').send(view && apiEntry(publicUrl, view))
    }),
  }
}

/** Parsing drops every column that is not part of the API. */
function apiEntry(publicUrl: string, entry: EntryView) {
  return ApiEntry.parse({
    ...entry,
    url: `${publicUrl}/entries/${entry.id}`,
    documents: entry.documents.map((document) => ({
      ...document,
      url: `${publicUrl}/documents/${document.id}`,
      download_url: `${publicUrl}/api/documents/${document.id}/download`,
    })),
  })
}
