import type { DocumentView } from '../documents/views.ts'
import type { EntryDetails } from './entry-details.ts'

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
}

/** The home page's query as understood: empty strings where nothing was chosen. */
export interface DocketFilters {
  q: string
  type: string
  /** YYYY-MM-DD or empty */
  from: string
  /** YYYY-MM-DD or empty, included */
  to: string
  order: 'newest' | 'oldest'
  page: number
}
