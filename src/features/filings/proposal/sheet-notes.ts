import { cutText } from '../../../shared/clean-text.ts'
import type { SheetRow } from '../../../shared/docket-sheet-rules.ts'
import { counted } from '../../../shared/number-rules.ts'

/** What the proposal page says about the docket text, as stored with the filing. */
interface SheetNotes {
  problems: string[]
  /** Numbers in the docket text. */
  numbers: string[]
  others: string[]
}

const MAX_NUMBERS = 20_000
const MAX_LISTED = 100

/** If there are files, only rows with their numbers are used. */
export function noteUnused(
  rows: readonly Pick<SheetRow, 'number' | 'title'>[],
  problems: string[],
  hasFiles: boolean,
): SheetNotes {
  if (!hasFiles) return { problems, numbers: [], others: [] }
  const numbers = new Set<string>()
  const others: string[] = []
  for (const { number, title } of rows) {
    if (number === '') others.push(`Unnumbered in the docket text: “${title}”.`)
    else if (numbers.has(number))
      others.push(`No. ${number} appears again in the docket text: “${title}”.`)
    else numbers.add(number)
  }
  const more = others.length - MAX_LISTED
  if (more > 0) others.splice(MAX_LISTED, more, `${counted(more, 'more line')} like these.`)
  return { problems, numbers: [...numbers].slice(0, MAX_NUMBERS), others }
}

/** Lists what was left out of the docket text. */
export function notesOn(stored: string, entries: readonly { number: string }[]): string[] {
  if (stored === '') return []
  const { problems, numbers, others } = JSON.parse(stored) as SheetNotes
  const used = new Set(entries.map(({ number }) => number))
  const unused = numbers.filter((number) => !used.has(number))
  const more = unused.length > MAX_LISTED ? `, and ${unused.length - MAX_LISTED} more` : ''
  const list = cutText(unused.slice(0, MAX_LISTED).join(', '), 2000)
  return [
    ...problems,
    ...(list === '' ? [] : [`In the docket text, but with no file here: ${list}${more}.`]),
    ...others,
  ]
}
