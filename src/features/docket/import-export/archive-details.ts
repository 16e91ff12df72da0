import { z } from 'zod'
import type {
  Document,
  DocumentVersion,
  Entry,
  EntryCorrection,
  EntryEvent,
  EntryRelation,
  Queryable,
} from '../../../platform/database/schema.ts'
import { isCalendarDate } from '../../../platform/http/request/parse.ts'
import { listEveryEvent } from '../../calendar/queries.ts'
import { listEveryCorrection, listEveryVersion } from '../../corrections/queries.ts'
import { listEveryRelation } from '../../relations/queries.ts'
import type { SourceCorrection, SourceEvent, SourceVersion } from './source-docket.ts'

/* What the archive says of an entry or document besides its own text. */

const time = z.iso.datetime('is not a time, as 2026-07-30T14:05:00.000Z')
const sum = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 sum')

const relation = z.object({
  kind: z.enum(['responds_to', 'decides', 'amends', 'refers_to']),
  number: z.int().min(1),
})

const event = z.object({
  uid: z.string().min(1).max(200),
  kind: z.enum(['hearing', 'deadline']),
  date: z.string().refine(isCalendarDate, 'is not a date that exists, as YYYY-MM-DD'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time, as HH:MM')
    .nullable(),
  place: z.string(),
  note: z.string(),
  sequence: z.int().min(0),
  shown_at: time.nullable(),
  cancelled_at: time.nullable(),
})

const correction = z.object({
  field: z.enum([
    'number',
    'filed_on',
    'title',
    'description',
    'type',
    'filed_by',
    'document_title',
    'attachment_number',
  ]),
  earlier: z.string(),
  corrected_at: time,
})

const version = z.object({
  sha256: sum,
  byte_size: z.int(),
  page_count: z.int(),
  replaced_at: time,
})

export const archiveEntryDetails = {
  published_at: time.nullable(),
  relations: z.array(relation, 'is missing'),
  events: z.array(event, 'is missing'),
  corrections: z.array(correction, 'is missing'),
}

export const archiveDocumentDetails = {
  corrections: z.array(correction, 'is missing'),
  earlier_versions: z.array(version, 'is missing'),
}

export const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString()
const timeOrNull = (milliseconds: number | null) =>
  milliseconds === null ? null : timeOf(milliseconds)
export const fromTime = (text: string | null) => (text === null ? null : Date.parse(text))

export const relationOut = ({ kind, target_number }: EntryRelation) => ({
  kind,
  number: target_number,
})

/** @param version of the entry, which the sequence of its events goes by */
export const eventOut = (row: EntryEvent, version: number): z.infer<typeof event> => ({
  uid: row.uid,
  kind: row.kind,
  date: row.held_on,
  time: row.held_at,
  place: row.place,
  note: row.note,
  sequence: row.sequence_base + version - 1,
  shown_at: timeOrNull(row.shown_at),
  cancelled_at: timeOrNull(row.cancelled_at),
})

export const eventIn = (from: z.infer<typeof event>): SourceEvent => ({
  uid: from.uid,
  kind: from.kind,
  heldOn: from.date,
  heldAt: from.time,
  place: from.place,
  note: from.note,
  sequence: from.sequence,
  shownAt: fromTime(from.shown_at),
  cancelledAt: fromTime(from.cancelled_at),
})

export const correctionOut = ({ field, earlier, corrected_at }: EntryCorrection) => ({
  field,
  earlier,
  corrected_at: timeOf(corrected_at),
})

export const correctionIn = (from: z.infer<typeof correction>): SourceCorrection => ({
  field: from.field,
  earlier: from.earlier,
  at: Date.parse(from.corrected_at),
})

export const versionOut = ({ sha256, byte_size, page_count, replaced_at }: DocumentVersion) => ({
  sha256,
  byte_size,
  page_count,
  replaced_at: timeOf(replaced_at),
})

export const versionIn = (from: z.infer<typeof version>): SourceVersion => ({
  sha256: from.sha256,
  byteSize: from.byte_size,
  pageCount: from.page_count,
  at: Date.parse(from.replaced_at),
})

/** By entry, the versions by document. */
export interface ArchivedDetails {
  relations: ReadonlyMap<number, EntryRelation[]>
  events: ReadonlyMap<number, EntryEvent[]>
  corrections: ReadonlyMap<number, EntryCorrection[]>
  versions: ReadonlyMap<number, DocumentVersion[]>
}

export async function readArchivedDetails(trx: Queryable): Promise<ArchivedDetails> {
  const ofEntry = <Row extends { entry_id: number }>(rows: Row[]) =>
    Map.groupBy(rows, ({ entry_id }) => entry_id)
  return {
    relations: ofEntry(await listEveryRelation(trx)),
    events: ofEntry(await listEveryEvent(trx)),
    corrections: ofEntry(await listEveryCorrection(trx)),
    versions: Map.groupBy(await listEveryVersion(trx), ({ document_id }) => document_id),
  }
}

export function entryDetails(
  { id, version, published_at }: Entry,
  { relations, events, corrections }: ArchivedDetails,
) {
  const own = (corrections.get(id) ?? []).filter(({ document_id }) => document_id === null)
  return {
    published_at: published_at === null ? null : timeOf(published_at),
    relations: (relations.get(id) ?? []).map(relationOut),
    events: (events.get(id) ?? []).map((event) => eventOut(event, version)),
    corrections: own.map(correctionOut),
  }
}

export function documentDetails(
  { id, entry_id }: Document,
  { corrections, versions }: ArchivedDetails,
) {
  const own = (corrections.get(entry_id) ?? []).filter(({ document_id }) => document_id === id)
  return {
    corrections: own.map(correctionOut),
    earlier_versions: (versions.get(id) ?? []).map(versionOut),
  }
}
