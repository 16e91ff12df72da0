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
import * as field from './imported-fields.ts'

/* A docket as docket:export writes it: everything, IDs included. One from RECAP is read into the same form, with less in it. */

export const ARCHIVE_FORMAT = 'docket-archive'

/** It grows by one with each change of the entry, in columns of 32 bits. */
export const MAX_SEQUENCE = 1_000_000_000

const Event = z.object({
  id: field.id.optional(),
  uid: field.uid,
  kind: z.enum(['hearing', 'deadline']),
  date: field.filingDate,
  time: field.timeOfDay.nullable(),
  place: field.line(EVENT_LIMITS.place),
  note: field.text(EVENT_LIMITS.note),
  sequence: field.count(MAX_SEQUENCE),
})

const Relation = z.object({
  kind: z.enum(Object.keys(RELATION_LABELS) as RelationKind[]),
  number: field.count(MAX_NUMBER, 1),
})

const Correction = z.object({
  field: z.enum(Object.keys(CORRECTED_LABELS) as CorrectedField[]),
  earlier: field.text(ENTRY_LIMITS.description),
  corrected_at: field.time,
})

/** What the archive says about a file. If it has the file, only the file itself is trusted. */
const claims = z.object({
  sha256: field.sha256,
  byte_size: field.count(1e12),
  page_count: field.count(1_000_000),
})

/* What another program's docket (docs/moving-from-1.0.md) may leave out has a default. */

const ArchivedDocument = z.object({
  id: field.id.optional(),
  attachment_number: field.count(MAX_ATTACHMENT_NUMBER).optional(),
  title: field.line(MAX_TITLE_LENGTH).optional(),
  position: field.count(MAX_ATTACHMENT_NUMBER).optional(),
  file_name: field.line(255).optional(),
  path: field.archivePath,
  ...claims.partial().shape,
  deleted: z.boolean().default(false),
  pinned_at: field.time.nullable().default(null),
  corrections: field.list(Correction).default([]),
  earlier_versions: field.list(claims.extend({ replaced_at: field.time })).default([]),
})

const ArchivedEntry = z.object({
  id: field.id,
  number: field.count(MAX_NUMBER, 1).nullable(),
  after_number: field.count(MAX_NUMBER).optional(),
  filed_on: field.filingDate,
  title: field.line(ENTRY_LIMITS.title),
  description: field.text(ENTRY_LIMITS.description).default(''),
  type: field.line(ENTRY_LIMITS.type).default('Other'),
  filed_by: field.line(ENTRY_LIMITS.filed_by).default(''),
  status: z.enum(['published', 'draft']).default('published'),
  deleted: z.boolean().default(false),
  source_key: field.line(300).nullable().default(null),
  published_at: field.time.nullable().default(null),
  relations: field.list(Relation, MAX_RELATIONS).default([]),
  events: field.list(Event, 1000).default([]),
  corrections: field.list(Correction).default([]),
  documents: field.list(ArchivedDocument).default([]),
})

export const Case = z.object({
  caption: field.line(SETTINGS.caption.max).default(''),
  case_number: field.line(SETTINGS.case_number.max).default(''),
  court: field.line(SETTINGS.court.max).default(''),
  judge: field.line(SETTINGS.judge.max).default(''),
  description: field.text(SETTINGS.description.max).default(''),
  contact: field.text(SETTINGS.contact.max).default(''),
  announcement: field.line(SETTINGS.announcement.max).default(''),
  about: field.text(SETTINGS.about.max).default(''),
  closed_on: z.literal('').or(field.filingDate).default(''),
  published_figures: field.line(SETTINGS.published_figures.max).default(''),
})

export const Archive = z.object({
  format: z.literal(ARCHIVE_FORMAT).default(ARCHIVE_FORMAT),
  version: z.literal(1, 'is newer than this program can read').default(1),
  case: Case.prefault({}),
  entries: field.list(ArchivedEntry, field.MAX_IMPORTED_ENTRIES),
})

export type SourceDocument = Partial<z.output<typeof ArchivedDocument>> &
  Pick<Document, 'attachment_number' | 'title' | 'position'>

type Archived = Omit<z.output<typeof ArchivedEntry>, 'documents' | 'source_key'>

export type SourceEntry = Partial<Archived> &
  Pick<Archived, EntryFieldName> & {
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
