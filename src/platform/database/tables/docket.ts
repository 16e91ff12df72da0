import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

export type EntryStatus = 'published' | 'draft'

export interface EntriesTable {
  id: Generated<number>
  number: number | null
  filed_on: string
  title: string
  description: string
  type: string
  filed_by: string
  status: EntryStatus
  /** Where an imported entry came from, so that importing again adds nothing. */
  source_key: string | null
  /** Grows with each change: tells an administrator that another was quicker. */
  version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** When everyone could first see it; from then on each change is a correction. */
  published_at: number | null
}

export type RelationKind = 'responds_to' | 'decides' | 'amends' | 'refers_to'

/** By docket number, as clerks write it: the entry with that number may come later, or never. */
export interface EntryRelationsTable {
  id: Generated<number>
  entry_id: number
  kind: RelationKind
  target_number: number
}

export type EventKind = 'hearing' | 'deadline'

/** A hearing or deadline that an entry sets. Day and time are those of the site's time zone. */
export interface EntryEventsTable {
  id: Generated<number>
  entry_id: number
  /** Under which calendar programs know it, for ever. */
  uid: string
  kind: EventKind
  /** YYYY-MM-DD */
  held_on: string
  /** HH:MM; null: the whole day. */
  held_at: string | null
  place: string
  note: string
  /** What its SEQUENCE had come to in the archive that it was loaded from. */
  sequence_base: number
  updated_at: number
  /** When everyone could first see it: only then is its end announced. */
  shown_at: number | null
  cancelled_at: number | null
}

export type CorrectedField =
  | 'number'
  | 'filed_on'
  | 'title'
  | 'description'
  | 'type'
  | 'filed_by'
  | 'document_title'
  | 'attachment_number'

/** A text that was changed after everyone could see it. */
export interface EntryCorrectionsTable {
  id: Generated<number>
  entry_id: number
  /** The document whose title or number was corrected; null: the entry itself. */
  document_id: number | null
  field: CorrectedField
  /** What stood there before. */
  earlier: string
  corrected_at: number
}

export interface DocketTables {
  entries: EntriesTable
  entry_relations: EntryRelationsTable
  entry_events: EntryEventsTable
  entry_corrections: EntryCorrectionsTable
}

export type Entry = Selectable<EntriesTable>
export type NewEntry = Insertable<EntriesTable>
export type EntryChange = Updateable<EntriesTable>
export type EntryRelation = Selectable<EntryRelationsTable>
export type EntryEvent = Selectable<EntryEventsTable>
export type EntryCorrection = Selectable<EntryCorrectionsTable>
