import { MAX_FILES } from '../../shared/naming-rules.ts'
import type { Finding } from '../checks/finding-rules.ts'

export const MAX_FILING_ENTRIES = 300

/** After a crash, a filing that was being read or published is free again this much later. */
export const LEASE_MS = 30_000

export const NOTHING = 'Choose the PDF files, or paste the docket text.'

export const TOO_MANY_FILES = `A filing can have at most ${MAX_FILES} files. Split them, and file each part separately.`

/** The title of a main document for which nothing better was read. */
export const MAIN_DOCUMENT = 'Main document'

export const headingId = (entryId: number) => `entry-heading-${entryId}`

/** What may be guessed where nothing was read for it. */
const GUESSED_FIELDS = ['number', 'filed_on', 'title'] as const
export type GuessedField = (typeof GUESSED_FIELDS)[number]

/** Of an existing entry, only the number counts: its date and title stay. */
export const guessesOf = (entry: { guessed: string; entry_id: number | null }): GuessedField[] =>
  GUESSED_FIELDS.filter(
    (name) =>
      entry.guessed.split(' ').includes(name) && (entry.entry_id === null || name === 'number'),
  )

export interface FilingFinding extends Finding {
  /** Null if the document is in no proposed entry. */
  filingEntryId: number | null
  documentId: number
  /** Index among the document's findings; those from reading the file come before those from comparing it. */
  place: number
}

/** The option value for leaving a document out, and the reason stored with it. */
export const LEAVE_OUT = 'out'
export const LEFT_OUT = 'Left out.'
