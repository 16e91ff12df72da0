import type { Document, Entry, Queryable } from '../../../platform/database/schema.ts'
import type { Piece } from '../../../platform/search/excerpt.ts'
import { type EventRow, listEvents } from '../../calendar/queries.ts'
import { type CorrectionView, correctionViews } from '../../corrections/correction-notes.tsx'
import { listCorrections, listVersions } from '../../corrections/queries.ts'
import { listRelated, listRelating } from '../../relations/queries.ts'
import { type RelationView, relationViews } from '../../relations/related-entries.tsx'
import { listDocuments } from '../documents/queries.ts'
import { type DocumentView, documentView } from '../documents/views.ts'

/** What readers see of an entry besides its own text and documents. */
export interface EntryDetails {
  relations: RelationView[]
  events: EventRow[]
  corrections: CorrectionView[]
}

/** What of an entry matches a search. */
export interface FoundView {
  /** The whole title. */
  title: Piece[]
  /** Of the entry's own text, where it matches. */
  text?: Piece[]
  documentTitles: ReadonlyMap<number, Piece[]>
  pages: FoundPageView[]
  hasMorePages: boolean
}

export interface FoundPageView {
  document: DocumentView
  page: number
  /** `ECF 45-2, page 7` */
  name: string
  excerpt: Piece[]
}

/** A docket entry as the public pages show it; one without documents is a text-only (minute) entry. */
export interface EntryView {
  id: number
  /** The docket number; minute entries have none. */
  number: number | null
  /** A calendar date, YYYY-MM-DD. */
  filedOn: string
  title: string
  description: string
  type: string
  filedBy: string
  /** The permalink's path: `/entries/1`. */
  url: string
  documents: DocumentView[]
  /** Milliseconds: when everyone could first see it. */
  publishedAt?: number
  details?: EntryDetails
  /** Where the words that were searched for stand. */
  found?: FoundView
}

/** Best match first, or by filing date. */
export type DocketOrder = 'relevance' | 'newest' | 'oldest'

/** The home page's query as understood: empty strings where nothing was chosen. */
export interface DocketFilters {
  q: string
  type: string
  filer: string
  /** YYYY-MM-DD or empty */
  from: string
  /** YYYY-MM-DD or empty, included */
  to: string
  order: DocketOrder
  page: number
}

export interface EntryWithDocuments {
  entry: Entry
  documents: Document[]
}

/** Adds to each entry its documents, with one query for all. */
export async function withDocuments(
  db: Queryable,
  entries: Entry[],
): Promise<EntryWithDocuments[]> {
  const documents = await listDocuments(
    db,
    entries.map((entry) => entry.id),
  )
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

/** By entry; one query of each kind for all of them. The entries are public: so are the details. */
export async function findDetails(
  db: Queryable,
  entries: readonly EntryWithDocuments[],
): Promise<ReadonlyMap<number, EntryDetails>> {
  const ids = entries.map(({ entry }) => entry.id)
  const documents = entries.flatMap((found) => found.documents)
  const [related, relating, events, corrections, versions] = await Promise.all([
    listRelated(db, ids),
    listRelating(db, ids),
    listEvents(db, ids),
    listCorrections(db, ids),
    listVersions(
      db,
      documents.map(({ id }) => id),
    ),
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
