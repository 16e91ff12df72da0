import { cutText } from '../../../shared/clean-text.ts'
import type { SheetRow } from '../../../shared/docket-sheet-rules.ts'
import { counted } from '../../../shared/number-rules.ts'

type Row = Pick<SheetRow, 'number' | 'title'>

const MAX_LISTED = 100

/** If there are files, only rows with their numbers are used. @returns what was left out, for the proposal page */
export function noteUnused(rows: readonly Row[], entries: readonly Pick<Row, 'number'>[]) {
  const used = new Set(entries.map(({ number }) => number))
  const seen = new Set<string>()
  const others: string[] = []
  for (const { number, title } of rows) {
    if (number === '') others.push(`Unnumbered in the docket text: “${title}”.`)
    else if (seen.has(number))
      others.push(`No. ${number} appears again in the docket text: “${title}”.`)
    seen.add(number)
  }
  const more = others.length - MAX_LISTED
  if (more > 0) others.splice(MAX_LISTED, more, `${counted(more, 'more line')} like these.`)
  const unused = [...seen].filter((number) => number !== '' && !used.has(number))
  const left = unused.length > MAX_LISTED ? `, and ${unused.length - MAX_LISTED} more` : ''
  const list = cutText(unused.slice(0, MAX_LISTED).join(', '), 2000)
  return [
    ...(list === '' ? [] : [`In the docket text, but with no file here: ${list}${left}.`]),
    ...others,
  ]
}
