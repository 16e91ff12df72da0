import { isoDate } from './date.ts'
import { filedBy, filingTitle, filingType } from './docket-text-rules.ts'

/** What a line copied from CM/ECF says of the entry; undefined where it does not say. */
export interface DocketRow {
  number?: string | undefined
  /** YYYY-MM-DD */
  filedOn?: string | undefined
  title: string
  type?: string | undefined
  filedBy?: string | undefined
  /** The docket text without the date and the number before it. */
  text: string
}

/** `03/23/2023 14 MOTION for Leave …`, with tabs or line ends between the columns; the number is missing in minute entries. */
const ROW = /^\s*(\d{1,2}\/\d{1,2}\/\d{4})\s+(?:(\d{1,9})(?:\s+(?:\(\d+ pgs?[^)]*\)\s*)?))?(?=\S)/

/** `(Entered: 03/23/2023)` at the end: when the clerk typed it, which is the filing date where nothing else says so. */
const ENTERED = /\(Entered:\s*(\d{1,2}\/\d{1,2}\/\d{4})\)\s*$/i

/** Reads what was pasted; undefined where it is nothing that a court's docket would say so. */
export function readDocketRow(pasted: string): DocketRow | undefined {
  const row = ROW.exec(pasted)
  const entered = ENTERED.exec(pasted)
  if (!row && !entered) return undefined
  const filedOn = isoDate(row?.[1] ?? entered?.[1] ?? '')
  if (row && !filedOn) return undefined
  const text = pasted.slice(row?.[0].length ?? 0).trim()
  if (text === '') return undefined
  const type = filingType(text)
  return {
    number: row?.[2],
    filedOn,
    title: filingTitle(text),
    type: type === 'Other' ? undefined : type,
    filedBy: filedBy(text) || undefined,
    text,
  }
}
