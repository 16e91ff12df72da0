import * as z from 'zod'
import { isCalendarDate } from '../../../platform/http/request/parse.ts'

/*
 * A docket as docket:export writes it and docket:import reads it: everything, IDs included. Times are ISO 8601 in the
 * file, milliseconds in the program. A docket from RECAP is read into the same form, without what only an archive has.
 */

export const ARCHIVE_FORMAT = 'docket-archive'

const id = z.int('is not an ID').min(1, 'is not an ID')
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256')
export const filingDate = z
  .string('is missing')
  .refine(isCalendarDate, 'is not a valid date in the form YYYY-MM-DD')
const time = z.codec(
  z.iso.datetime('is not a time, such as 2026-07-30T14:05:00.000Z'),
  z.number(),
  { decode: (text) => Date.parse(text), encode: (at) => new Date(at).toISOString() },
)

const Relation = z.object({
  kind: z.enum(['responds_to', 'decides', 'amends', 'refers_to']),
  number: z.int().min(1),
})

const Event = z.object({
  uid: z.string().min(1).max(200),
  kind: z.enum(['hearing', 'deadline']),
  date: filingDate,
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time in the form HH:MM')
    .nullable(),
  place: z.string(),
  note: z.string(),
  sequence: z.int().min(0),
  shown_at: time.nullable(),
  cancelled_at: time.nullable(),
})

const Correction = z.object({
  field: z.enum([
    ...['number', 'filed_on', 'title', 'description', 'type', 'filed_by'],
    ...['document_title', 'attachment_number'],
  ] as const),
  earlier: z.string(),
  corrected_at: time,
})

const EarlierVersion = z.object({
  sha256,
  byte_size: z.int(),
  page_count: z.int(),
  replaced_at: time,
})

const ArchivedDocument = z.object({
  id,
  attachment_number: z.int().min(0),
  title: z.string('is missing'),
  position: z.int(),
  file_name: z.string(),
  path: z.string('is missing').regex(/^documents\/[^/\\]+$/, 'is not a file in documents/'),
  sha256,
  byte_size: z.int(),
  page_count: z.int(),
  deleted: z.boolean(),
  pinned_at: time.nullable().default(null),
  corrections: z.array(Correction, 'is missing'),
  earlier_versions: z.array(EarlierVersion, 'is missing'),
})

const ArchivedEntry = z.object({
  id,
  number: z.int().min(1).nullable(),
  filed_on: filingDate,
  title: z.string('is missing'),
  description: z.string('is missing'),
  type: z.string(),
  filed_by: z.string(),
  status: z.enum(['published', 'draft']),
  deleted: z.boolean(),
  source_key: z.string().nullable(),
  published_at: time.nullable(),
  relations: z.array(Relation, 'is missing'),
  events: z.array(Event, 'is missing'),
  corrections: z.array(Correction, 'is missing'),
  documents: z.array(ArchivedDocument, 'is missing'),
})

const Case = z.object({
  caption: z.string(),
  case_number: z.string(),
  court: z.string(),
  judge: z.string(),
  description: z.string(),
  contact: z.string(),
  about: z.string().default(''),
})

export const Archive = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(1, 'is newer than this program can read'),
  case: Case,
  entries: z.array(ArchivedEntry, 'is missing'),
})

type Given<Archived, Always extends keyof Archived> = Partial<Archived> & Pick<Archived, Always>

export type SourceCorrection = z.output<typeof Correction>

export type SourceDocument = Given<
  z.output<typeof ArchivedDocument>,
  'attachment_number' | 'title' | 'position'
>

type EntryText = 'number' | 'filed_on' | 'title' | 'description' | 'type' | 'filed_by' | 'status'

export interface SourceEntry
  extends Given<Omit<z.output<typeof ArchivedEntry>, 'documents' | 'source_key'>, EntryText> {
  /** Identifies the entry, so that importing again adds nothing. */
  source_key: string
  documents: SourceDocument[]
}

export interface SourceDocket {
  case: z.output<typeof Case>
  entries: SourceEntry[]
  /** What the file leaves out: `text of 5`. */
  unfilled: string[]
  /** Attachments that cannot become documents: `5-2 Exhibit B`. */
  leftOut: string[]
}
