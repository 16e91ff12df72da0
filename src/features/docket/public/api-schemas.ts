import { z } from 'zod'
import type { ApiSamples } from '../../../platform/http/api-schema.ts'
import { calendarDate, readCursor, typedText } from '../../../platform/http/request/parse.ts'

/* What the JSON API of the docket answers with (CONTRACT section 3). */

export const ApiDocument = z
  .object({
    id: z.int().describe('Given once, never reused'),
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
    id: z.int().describe('Given once, never reused'),
    number: z.int().nullable().describe('The docket number; minute entries have none'),
    filed_on: z.iso.date().describe('A calendar date, YYYY-MM-DD; it never shifts'),
    title: z.string(),
    description: z.string().describe('The entry’s text; empty where it has none of its own'),
    type: z.string().describe('For example Motion or Order; empty where it was not said'),
    filed_by: z.string().describe('Empty where it was not said'),
    url: z.url().describe('The entry’s page, for people'),
    documents: z.array(ApiDocument).describe('In order; none for a text-only entry'),
  })
  .meta({ id: 'DocketEntry', description: 'One line of the docket' })

export const ApiEntryList = z
  .object({
    items: z.array(ApiEntry),
    next_cursor: z.string().nullable().describe('For the next page; null after the last'),
  })
  .meta({ id: 'DocketEntryList', description: 'A page of the list' })

export const ApiListQuery = z.object({
  q: typedText(500).optional().describe('Words in the entry or its PDFs, or a docket number'),
  type: typedText(200).optional().describe('Exactly as `type`'),
  filer: typedText(500).optional().describe('Exactly as `filed_by`'),
  from: calendarDate().optional().describe('Filed on this day or later'),
  to: calendarDate().optional().describe('Filed on this day or earlier'),
  cursor: z
    .string()
    .max(100)
    .transform((text, { addIssue }) => {
      const [id] = readCursor(text, 1) ?? []
      if (id === undefined) addIssue('is not one that this list gave')
      return id
    })
    .optional()
    .describe('The `next_cursor` of the page before'),
  limit: z.coerce
    .number('must be a number from 1 to 200')
    .int()
    .min(1, 'must be at least 1')
    .max(200, 'must be at most 200')
    .default(50)
    .describe('Entries on one page'),
})

/** For the examples of the OpenAPI document; the page shows a real entry instead. */
export function inventedSamples(publicUrl: string): ApiSamples {
  const document = (id: number, attachment_number: number, title: string, page_count: number) => ({
    id,
    attachment_number,
    title,
    page_count,
    byte_size: page_count * 31_411,
    sha256: String(id).repeat(64),
    url: `${publicUrl}/documents/${id}`,
    download_url: `${publicUrl}/api/documents/${id}/download`,
  })
  const entry: z.infer<typeof ApiEntry> = {
    id: 45,
    number: 45,
    filed_on: '2026-07-30',
    title: 'Motion to Compel Production of Documents',
    description:
      'MOTION to Compel Production of Documents by Acme Corp. Responses due by 8/13/2026.',
    type: 'Motion',
    filed_by: 'Acme Corp.',
    url: `${publicUrl}/entries/45`,
    documents: [
      document(7, 0, 'Motion to Compel Production of Documents', 18),
      document(8, 1, 'Exhibit A', 4),
    ],
  }
  return { publicUrl, entry }
}
