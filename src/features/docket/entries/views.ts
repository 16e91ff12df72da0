import type { Document, Entry, Queryable } from '../../../platform/database/schema.ts'
import { type EventRow, listEvents } from '../../calendar/queries.ts'
import { type CorrectionView, correctionViews } from '../../corrections/correction-notes.tsx'
import { listCorrections, listVersions } from '../../corrections/queries.ts'
import { listRelated, listRelating } from '../../relations/queries.ts'
import { type RelationView, relationViews } from '../../relations/related-entries.tsx'
import { listDocuments } from '../documents/queries.ts'
import { findPublishedEntry } from './queries.ts'

export interface EntryDetails {
  relations: RelationView[]
  events: EventRow[]
  corrections: CorrectionView[]
}

export type DocketOrder = 'relevance' | 'newest' | 'oldest'

/** Days are YYYY-MM-DD and inclusive; an empty value is no filter. */
export interface DocketFilters extends Record<'q' | 'type' | 'filer' | 'from' | 'to', string> {
  order: DocketOrder
  page: number
}

export interface EntryView extends Entry {
  documents: readonly Document[]
  details?: EntryDetails
}

export async function withDocuments(db: Queryable, entries: readonly Entry[]) {
  const ids = entries.map((entry) => entry.id)
  const documents = await listDocuments(db, ids)
  const byEntry = Map.groupBy(documents, (document) => document.entry_id)
  return entries.map((entry): EntryView => ({ ...entry, documents: byEntry.get(entry.id) ?? [] }))
}

export async function findPublishedView(db: Queryable, id: number) {
  const entry = await findPublishedEntry(db, id)
  return entry && (await findViews(db, [entry]))[0]
}

/** With everything that is shown of public entries. Only what is public of other entries is included. */
export async function findViews(db: Queryable, entries: readonly Entry[]): Promise<EntryView[]> {
  const views = await withDocuments(db, entries)
  const ids = entries.map(({ id }) => id)
  const [related, relating, events, corrections, versions] = await Promise.all([
    listRelated(db, ids),
    listRelating(db, ids),
    listEvents(db, ids),
    listCorrections(db, ids),
    listVersions(db, ids),
  ])
  const of = <Row extends { entry_id: number }>(rows: readonly Row[], id: number) =>
    rows.filter((row) => row.entry_id === id)
  return views.map((view) => ({
    ...view,
    details: {
      relations: relationViews(of(related, view.id), of(relating, view.id)),
      events: of(events, view.id),
      corrections: correctionViews(of(corrections, view.id), of(versions, view.id)),
    },
  }))
}
