import type { FilingEntry } from '../../platform/database/schema.ts'

export const MAX_FILING_ENTRIES = 300

/** After a crash, a filing that was being read or published is free again this much later. */
export const LEASE_MS = 30_000

export const NOTHING = 'Choose the PDF files, or paste the docket text.'

export const headingId = (entryId: number) => `entry-heading-${entryId}`

const GUESSED_FIELDS = ['number', 'filed_on', 'title'] as const
export type GuessedField = (typeof GUESSED_FIELDS)[number]

/** Of an existing entry, only the number counts: its date and title stay. */
export const guessesOf = (entry: { guessed: string; entry_id: number | null }): GuessedField[] =>
  GUESSED_FIELDS.filter(
    (name) =>
      entry.guessed.split(' ').includes(name) && (entry.entry_id === null || name === 'number'),
  )

/** The option value for leaving a document out, and the reason stored with it. */
export const LEAVE_OUT = 'out'
export const LEFT_OUT = 'Left out.'

type Target = Pick<FilingEntry, 'id' | 'number'>

/** How a long page, which has no list of all entries beside each document, names an entry. */
export const targetLabel = ({ id, number }: Target) =>
  number ? `No. ${number}` : `New entry ${id}`

/** The id of the entry that was chosen or typed, or LEAVE_OUT; empty if there is none. */
export function moveValue(typed: string, entries: readonly Target[]): string {
  if (typed === LEAVE_OUT || /^leave out$/i.test(typed)) return LEAVE_OUT
  if (/^\d*$/.test(typed)) return typed
  const entry = entries.find((entry) => targetLabel(entry) === typed)
  return entry ? String(entry.id) : ''
}
