import type { CaseSettingsChange } from '../../site/queries.ts'

/* A docket as a file describes it, whichever its format: what import-docket.ts loads. */

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
  documents: SourceDocument[]
}

export interface SourceDocket {
  settings: CaseSettingsChange
  entries: SourceEntry[]
}
