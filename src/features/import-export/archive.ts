import * as z from 'zod'
import type {
  CorrectedField,
  Document,
  Entry,
  RelationKind,
} from '../../platform/database/schema.ts'
import { MAX_ATTACHMENT_NUMBER, MAX_TITLE_LENGTH } from '../../shared/naming-rules.ts'
import { MAX_NUMBER } from '../../shared/number-rules.ts'
import { EVENT_LIMITS } from '../calendar/rules.ts'
import { CORRECTED_LABELS } from '../corrections/rules.ts'
import { ENTRY_LIMITS, type EntryFieldName } from '../docket/entries/entry-fields.ts'
import { MAX_RELATIONS, RELATION_LABELS } from '../relations/rules.ts'
import { SETTINGS } from '../settings/rules.ts'
import {
  archivePath,
  count,
  filingDate,
  id,
  line,
  list,
  MAX_IMPORTED_ENTRIES,
  sha256,
  text,
  time,
  timeOfDay,
  uid,
} from './imported-fields.ts'

/*
 * A docket as docket:export writes it and docket:import reads it: everything, IDs included. Times are ISO 8601 in the
 * file, milliseconds in the program. A docket from RECAP is read into the same form, without what only an archive has.
 */

export const ARCHIVE_FORMAT = 'docket-archive'

/** It grows by one with each change of the entry, in columns of 32 bits. */
export const MAX_SEQUENCE = 1_000_000_000

const Event = z.object({
  id: id.optional(),
  uid,
  kind: z.enum(['hearing', 'deadline']),
  date: filingDate,
  time: timeOfDay.nullable(),
  place: line(EVENT_LIMITS.place),
  note: text(EVENT_LIMITS.note),
  sequence: count(MAX_SEQUENCE),
})

const Correction = z.object({
  field: z.enum(Object.keys(CORRECTED_LABELS) as CorrectedField[]),
  earlier: text(ENTRY_LIMITS.description),
  corrected_at: time,
})

/** What the archive says about a file. If it has the file, only the file itself is trusted. */
const claims = z.object({ sha256, byte_size: count(1e12), page_count: count(1_000_000) })

/* What another program's docket (docs/moving-from-1.0.md) may leave out has a default. */

const ArchivedDocument = z.object({
  id: id.optional(),
  attachment_number: count(MAX_ATTACHMENT_NUMBER).optional(),
  title: line(MAX_TITLE_LENGTH).optional(),
  position: count(MAX_ATTACHMENT_NUMBER).optional(),
  file_name: line(255).optional(),
  path: archivePath,
  ...claims.partial().shape,
  deleted: z.boolean().default(false),
  pinned_at: time.nullable().default(null),
  corrections: list(Correction).default([]),
  earlier_versions: list(claims.extend({ replaced_at: time })).default([]),
})

const ArchivedEntry = z.object({
  id,
  number: count(MAX_NUMBER, 1).nullable(),
  after_number: count(MAX_NUMBER).optional(),
  filed_on: filingDate,
  title: line(ENTRY_LIMITS.title),
  description: text(ENTRY_LIMITS.description).default(''),
  type: line(ENTRY_LIMITS.type).default('Other'),
  filed_by: line(ENTRY_LIMITS.filed_by).default(''),
  status: z.enum(['published', 'draft']).default('published'),
  deleted: z.boolean().default(false),
  source_key: line(300).nullable().default(null),
  published_at: time.nullable().default(null),
  relations: list(
    z.object({
      kind: z.enum(Object.keys(RELATION_LABELS) as RelationKind[]),
      number: count(MAX_NUMBER, 1),
    }),
    MAX_RELATIONS,
  ).default([]),
  events: list(Event, 1000).default([]),
  corrections: list(Correction).default([]),
  documents: list(ArchivedDocument).default([]),
})

export const Case = z.object({
  caption: line(SETTINGS.caption.max).default(''),
  case_number: line(SETTINGS.case_number.max).default(''),
  court: line(SETTINGS.court.max).default(''),
  judge: line(SETTINGS.judge.max).default(''),
  description: text(SETTINGS.description.max).default(''),
  contact: text(SETTINGS.contact.max).default(''),
  announcement: line(SETTINGS.announcement.max).default(''),
  about: text(SETTINGS.about.max).default(''),
  closed_on: z.literal('').or(filingDate).default(''),
  published_figures: line(SETTINGS.published_figures.max).default(''),
})

export const Archive = z.object({
  format: z.literal(ARCHIVE_FORMAT).default(ARCHIVE_FORMAT),
  version: z.literal(1, 'is newer than this program can read').default(1),
  case: Case.prefault({}),
  entries: list(ArchivedEntry, MAX_IMPORTED_ENTRIES),
})

export type SourceDocument = Partial<z.output<typeof ArchivedDocument>> &
  Pick<Document, 'attachment_number' | 'title' | 'position'>

type Archived = Omit<z.output<typeof ArchivedEntry>, 'documents' | 'source_key'>

export type SourceEntry = Partial<Archived> &
  Pick<Archived, EntryFieldName> & {
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
  /** Entries with another entry's number, and drafts for which the file has no date. */
  repeated: string[]
  undated: string[]
  /** What else was left out, in sentences. */
  notes: string[]
}

/** The unique index of docket numbers leaves these out. */
export const isRepeated = (sourceKey: string) => sourceKey.startsWith('repeated:')

/** The key that an entry has in archives, and after import; unique to this docket. */
export const sourceKeyOf = ({ source_key, id, created_at }: Entry) =>
  source_key ?? `archive:${id}:${created_at}`
