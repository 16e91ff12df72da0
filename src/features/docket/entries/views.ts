import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { type EventRow, listEvents } from '../../calendar/queries.ts'
import { type CorrectionView, correctionViews } from '../../corrections/correction-notes.tsx'
import { listCorrections, listVersions } from '../../corrections/queries.ts'
import { listRelated, listRelating } from '../../relations/queries.ts'
import { type RelationView, relationViews } from '../../relations/related-entries.tsx'
import { listDocuments } from '../documents/queries.ts'
import { documentView } from '../documents/views.ts'
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

export type EntryWithDocuments = Awaited<ReturnType<typeof withDocuments>>[number]

export async function withDocuments(db: Queryable, entries: Entry[]) {
  const ids = entries.map((entry) => entry.id)
  const documents = await listDocuments(db, ids)
  const byEntry = Map.groupBy(documents, (document) => document.entry_id)
  return entries.map((entry) => ({ entry, documents: byEntry.get(entry.id) ?? [] }))
}

export type EntryView = ReturnType<typeof entryView>

export function entryView(
  { entry, documents }: EntryWithDocuments,
  details?: ReadonlyMap<number, EntryDetails>,
) {
  const own = details?.get(entry.id)
  return {
    id: entry.id,
    number: entry.number,
    filedOn: entry.filed_on,
    title: entry.title,
    description: entry.description,
    type: entry.type,
    filedBy: entry.filed_by,
    url: `/entries/${entry.id}`,
    documents: documents.map(documentView),
    publishedAt: entry.published_at ?? entry.created_at,
    ...(own && { details: own }),
  }
}

/** Everything that is shown of public entries. */
export async function findViews(db: Queryable, entries: Entry[]): Promise<EntryView[]> {
  const withFiles = await withDocuments(db, entries)
  const details = await findDetails(db, withFiles)
  return withFiles.map((one) => entryView(one, details))
}

export async function findPublishedView(db: Queryable, id: number) {
  const entry = await findPublishedEntry(db, id)
  return entry && (await findViews(db, [entry]))[0]
}

/** By entry id. Only what is public of other entries is included. */
export async function findDetails(db: Queryable, entries: readonly EntryWithDocuments[]) {
  const ids = entries.map(({ entry }) => entry.id)
  const documentIds = entries.flatMap(({ documents }) => documents.map(({ id }) => id))
  const [related, relating, events, corrections, versions] = await Promise.all([
    listRelated(db, ids),
    listRelating(db, ids),
    listEvents(db, ids),
    listCorrections(db, ids),
    listVersions(db, documentIds),
  ])
  const of = <Row extends { entry_id: number }>(rows: readonly Row[], id: number) =>
    rows.filter((row) => row.entry_id === id)
  return new Map(
    entries.map(({ entry: { id }, documents }) => {
      const titles = new Map(documents.map((document) => [document.id, document.title]))
      const details: EntryDetails = {
        relations: relationViews(of(related, id), of(relating, id)),
        events: of(events, id),
        corrections: correctionViews({
          corrections: of(corrections, id),
          versions: versions.filter(({ document_id }) => titles.has(document_id)),
          titles,
        }),
      }
      return [id, details]
    }),
  )
}
