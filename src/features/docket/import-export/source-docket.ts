import type { CorrectedField } from '../../../platform/database/schema.ts'
import type { EventFields } from '../../calendar/rules.ts'
import type { Reference } from '../../relations/rules.ts'
import type { CaseSettingsChange } from '../../site/queries.ts'

/* A docket as a file describes it, whichever its format: what import-docket.ts loads. */

/** Times are milliseconds. */
export interface SourceCorrection {
  field: CorrectedField
  earlier: string
  at: number
}

export interface SourceVersion {
  sha256: string
  byteSize: number
  pageCount: number
  at: number
}

export interface SourceEvent extends EventFields {
  uid: string
  sequence: number
  shownAt: number | null
  cancelledAt: number | null
}

export interface SourceDocument {
  /** Kept where the archive gives one and it is free, so that old links stay true. */
  id?: number
  attachmentNumber: number
  title: string
  position: number
  /** Where the archive has the file, below its folder; RECAP's are found by name. */
  path?: string
  /** In hex; a file with another sum is refused. */
  sha256?: string
  fileName?: string
  deleted?: boolean
  corrections?: SourceCorrection[]
  /** Files that it replaced. */
  versions?: SourceVersion[]
}

export interface SourceEntry {
  id?: number
  /** Identifies the entry, so that importing again adds nothing. */
  sourceKey: string
  number: number | null
  /** YYYY-MM-DD */
  filedOn: string
  title: string
  description: string
  type: string
  filedBy: string
  status: 'published' | 'draft'
  deleted?: boolean
  /** When everyone could first see it; undefined: now, where it is published. */
  publishedAt?: number | null
  relations?: Reference[]
  events?: SourceEvent[]
  corrections?: SourceCorrection[]
  documents: SourceDocument[]
}

export interface SourceDocket {
  settings: CaseSettingsChange
  entries: SourceEntry[]
  /** What the file does not say of its entries and documents, for whoever loads it: `text of 5`. */
  unfilled?: string[]
}
