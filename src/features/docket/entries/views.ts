import type { Piece } from '../../../platform/search/excerpt.ts'
import type { EventView } from '../../calendar/event-lists.tsx'
import type { CorrectionView } from '../../corrections/correction-notes.tsx'
import type { RelationView } from '../../relations/related-entries.tsx'
import type { DocumentView } from '../documents/views.ts'
/** What readers see of an entry besides its own text and documents. */
export interface EntryDetails {
  relations: RelationView[]
  events: EventView[]
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
