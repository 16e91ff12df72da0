import type { Piece } from '../../../platform/search/excerpt.ts'
import type { DocumentView } from '../../documents/views.ts'

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

/** What the filters offer. */
export interface FilterChoices {
  types: string[]
  /** The most frequent ones. */
  filers: string[]
}
