import type { Document, Entry, Queryable } from '../../../platform/database/schema.ts'
import type { Piece } from '../../../platform/search/excerpt.ts'
import { type EventRow, listEvents } from '../../calendar/queries.ts'
import { type CorrectionView, correctionViews } from '../../corrections/correction-notes.tsx'
import { listCorrections, listVersions } from '../../corrections/queries.ts'
import { listRelated, listRelating } from '../../relations/queries.ts'
import { type RelationView, relationViews } from '../../relations/related-entries.tsx'
import { listDocuments } from '../documents/queries.ts'
import { type DocumentView, documentView } from '../documents/views.ts'

export interface EntryDetails {
  relations: RelationView[]
  events: EventRow[]
  corrections: CorrectionView[]
}

export interface FoundView {
  title: Piece[]
  text?: Piece[]
  documentTitles: ReadonlyMap<number, Piece[]>
  documents: DocumentView[]
  pages: FoundPageView[]
  hasMorePages: boolean
}

export interface FoundPageView {
  document: DocumentView
  page: number
  name: string
  excerpt: Piece[]
  /** From the drawing of a scan: it may have errors. */
  isRecognized: boolean
}

export interface EntryView {
  id: number
  number: number | null
  /** YYYY-MM-DD */
  filedOn: string
  title: string
  description: string
  type: string
  filedBy: string
  url: string
  documents: DocumentView[]
  publishedAt?: number
  details?: EntryDetails
  found?: FoundView
}

export type DocketOrder = 'relevance' | 'newest' | 'oldest'

export interface DocketFilters {
  q: string
  type: string
  filer: string
  /** YYYY-MM-DD, or empty; both days are included. */
  from: string
  to: string
  order: DocketOrder
  page: number
}

export interface EntryWithDocuments {
  entry: Entry
  documents: Document[]
}

export async function withDocuments(db: Queryable, entries: Entry[]) {
  const ids = entries.map((entry) => entry.id)
  const documents = await listDocuments(db, ids)
  const byEntry = Map.groupBy(documents, (document) => document.entry_id)
  return entries.map((entry) => ({ entry, documents: byEntry.get(entry.id) ?? [] }))
}

export function entryView(
  { entry, documents }: EntryWithDocuments,
  details?: ReadonlyMap<number, EntryDetails>,
): EntryView {
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

/** By entry's id. The entries are public, and so are the details. */
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
