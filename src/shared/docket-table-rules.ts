import { oneLine } from './clean-text.ts'
import { DATE } from './docket-date-rules.ts'

/*
 * Tables of claims agents, spreadsheets, and state courts. Their heading names the columns, which may be in another order, be
 * more than are read here, or be separated by commas or spaces.
 */

const NUMBER =
  /^(?:(?:ecf|docket|dkt|doc(?:ument)?|entry|filing|paper)\.? ?){0,2}(?:#|no\.?|number)$|^(?:d\.?i\.?n?\.?|ecf|dkt|doc)$/i
const DAY =
  /^(?:(?:docket|file|filing|filed|entry|entered) )?date(?: ?\/ ?time)?(?: filed)?$|^filed$/i
const TEXT =
  /^(?:(?:docket|document|entry|filing|proceeding) )?(?:text|title|name|description|type|event|action|document|proceedings?)$|^docket entry$/i
const ATTACHMENT = /^att(?:achment)?\.?(?: (?:#|no\.?|number))?$/i
/** Not part of the text; the first date is the row's own. */
const LEFT_OUT =
  /^(?:pages?|size|view|status|source|related\b.*|motion #|transaction id|filed by|filer|served|download|date|case(?: name| number)?|fees?|)$/i
const MAX_HEADING = 200
const IS_DATE = new RegExp(`^${DATE}$`, 'i')

const unquoted = (cell: string) => cell.trim().replace(/^"|"$/g, '').replaceAll('""', '"')
/** A spreadsheet puts quotation marks around a cell of several lines or with quotation marks. */
const QUOTED_CELL = /(?<=\t)"(?:[^"\t]|"")*"(?= *(?:\t|$))/gm
export const unquoteCells = (text: string) =>
  text.replace(QUOTED_CELL, (cell) => (/""|\n/.test(cell) ? oneLine(unquoted(cell)) : cell))

const byTabs = (line: string) => line.split('\t').map(unquoted)
const byCommas = (line: string) =>
  Array.from(`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g), ([, cell = '']) => unquoted(cell))
const bySpaces = (line: string) => line.split(/ {2,}/)
const SPLITS = [byTabs, byCommas, bySpaces]

/** Rows as `date⇥number⇥text`; those of a table that can be read as it is, and all other text, unchanged. */
export function arrangeColumns(text: string): string {
  let arrange = (line: string) => line
  const arranged = text.split('\n').map((line) => {
    if (line.length > MAX_HEADING || /\d/.test(line)) return arrange(line)
    const below = SPLITS.map((cellsOf) => columnsOf(line, cellsOf)).find(Boolean)
    arrange = below ?? arrange
    return below ? '' : arrange(line)
  })
  return arranged.join('\n')
}

/** How to arrange the rows below a heading; undefined for any other line. */
function columnsOf(heading: string, cellsOf: (line: string) => string[]) {
  const names = cellsOf(heading).map((name) => name.replace(/:$/, '').replaceAll('_', ' '))
  const placeOf = (kind: RegExp) => names.findIndex((name) => kind.test(name))
  const [named, day, title] = [placeOf(NUMBER), placeOf(DAY), placeOf(TEXT)] as const
  const other = names.findIndex((name, at) => at < title && at !== day && !LEFT_OUT.test(name))
  const number = named < 0 ? other : named
  const part = placeOf(ATTACHMENT)
  const isPlace = (at: number) => [number, day, part].includes(at)
  const isText = (at: number) => at >= title && !isPlace(at) && !LEFT_OUT.test(names[at] ?? 'text')
  const isUsual =
    part < 0 && names.every((name, at) => !name || (isPlace(at) ? at < title : isText(at)))
  const isRead =
    cellsOf === byTabs ? isUsual || day < 0 : cellsOf === bySpaces && isUsual && day >= 0
  if (title < 0 || Math.max(named, day) < 0 || isRead) return undefined
  return (line: string): string => {
    const cells = cellsOf(line)
    const [date = '', entry = '', attachment = ''] = [cells[day], cells[number], cells[part]]
    const place = Number(attachment) > 0 ? `${entry}-${attachment}` : entry
    const isRow = day < 0 ? /^\d{1,12}$/.test(place) : IS_DATE.test(date)
    if (!isRow) return cells.length < names.length ? line : cells.join('\t')
    const words = cells.filter((cell, at) => cell && isText(at)).join(' ')
    return `${day < 0 ? '' : `${date}\t`}${place}\t${words}`
  }
}
