import { anyCase, cutText, oneLine } from './clean-text.ts'
import { formatDate, isoDate } from './date.ts'
import { anyDate, DATE } from './docket-date-rules.ts'
import { counted } from './number-rules.ts'

/* Reads the rows of a docket sheet: which lines begin one, continue it, or list its attachments. */

export interface DraftRow {
  /** The line that begins it. */
  start?: string
  number: string
  filedOn: string
  filer?: string
  lines: string[]
  listed: Map<number, string>
  /** The next line is the name of this attachment; 0 is the main document. */
  naming?: number | undefined
  /** The main document was listed, after the whole text, with this number. */
  mainAt?: number
}

/** Also `12 - 11/22/2026 - ORDER` and `12: 11/22/2026: ORDER`. */
const GAP = String.raw`(?::|\s[–—-](?=\s))?[\s|]+`
const LABEL = String.raw`(?:(?:no|ecf|doc(?:ket|ument)?(?=[.\s]*(?:no|#))|doc|dkt|filing(?= \d)|#)[.\s]*){0,2}`
const NUMBER = String.raw`${LABEL}(?<number>\d{1,12})(?:\s*\(\d{1,6} (?:pgs?|pages?|docs?)\b[^)]{0,40}\))?[.)|\]]?(?! (?:and|&) \d)`
/** A cell that looks like a number, or several. */
const ODD_NUMBER = /^((?:no\. ?)?[[(#]?\d(?:[\d .,;/()[\]&–-]|(?:and|[a-z])\b){0,30}) *\t/i
/** Its cell may be empty before a text that begins with a number, or have brackets. */
const BEFORE_NUMBER = String.raw`(?![^\S\t]*\t[^\S\t]*\t\s*\d+ (?![\s(]|$))${GAP}(?:(?<=[\t|] *)[[(](?=\d+[\])] *(?:[\t|]|$)))?`
const TEXT = `(?:${GAP}(?<text>.*))?`
const STARTS = [
  anyCase`^[\s|]*${DATE}(?:${BEFORE_NUMBER}${NUMBER}(?=[\s|]|$))?${TEXT}$`,
  anyCase`^[\s|]*(?:\[(?=\d+\])|\((?=\d+\)))?${NUMBER}${GAP}${DATE}${TEXT}$`,
  /^\s*(?<number>\d{1,12})\t+(?<text>\D.*)$/,
]
/** How courts end a row. */
const ENTERED = /[([]entered:\s*([\d/]{6,10})[^()[\]]{0,60}[)\]][\s|]*$/i
/** It may be wrapped. */
const entered = ({ lines }: DraftRow) => ENTERED.exec(lines.slice(-2).join(' '))?.[1]
/** Looks like the cells that begin a row. */
const CELLS = /^ *(?:\d{1,12} *\t|(?=[^\t]{0,40}\d)[^\t]{1,40}\t *\d{0,12} *\t)/
/** Of a table with other columns than the court's, or in another order. Bankruptcy courts count pages in a cell of their own. */
const CELL_BESIDE = /^(?!\s*\(\d+\s*(?:pg|doc))[^\t]*\S *\t\s*\S/
const DATED = anyCase`^[\s|]*${DATE}(?:${GAP}|$)`
const ALONE = anyCase`^[\s|]*(?:${NUMBER}|${DATE})[\s|]*$`
const ATTACHMENT = /^\s*att(?:achment)?\.?\s*#?\s*(\d{1,5})(?:[\s:.–-]+(\S.*))?\s*$/i
/** `53-1⇥11/22/2026⇥Exhibit A` below No. 53; also `53.1`, and after the date. */
const NUMBERED_ATTACHMENT = anyCase`^[\s|]*${LABEL}(\d{1,12})\s?[-.]\s?(\d{1,5})${GAP}(\S.*)$`
const MAIN_DOCUMENT = /^\s*main document(?:\s+(\S.*))?$/i
/** Labels and buttons that CourtListener shows around an entry's text. */
const BUTTON =
  /^(?:download(?: pdf)?|toggle dropdown|(?:from|on) (?:pacer|recap|courtlistener|(?:the )?internet archive)|buy on pacer\b.{0,30}|request(?: free from pacer\??)?|(?:add|get|create) alerts?|get notified|view|add to request|send runner to the court|pray(?: and pay)?|[←‹«<]?\s?(?:newer|older|next|previous)(?: entries)?\s?[→›»>]?)$/i
/** A document's size, and what browsers print at the top and the bottom of each page. */
const PAGE_PARTS = [
  BUTTON,
  /^(?:\d{1,6} (?:pages?|pgs?)\.?[\s|,]{0,9})?(?:[\d.,]{1,10} ?[KMG]B)?$/i,
  /^(?:[\w\s/.-]{1,100} )?https?:\/\/\S{1,500}\s+\d{1,4}(?:\/| of )\d{1,4}$/i,
  /^(?:page )?\d{1,4}(?:\/| of )\d{1,4}(?:\s+[\d/]{6,10}, \d{1,2}:\d\d [ap]m)?$/i,
  /^[\d/]{6,10}, \d{1,2}:\d\d [ap]m\s.{0,100}\b(?:cm\/?ecf|pacer|courtlistener|nyscef|docket)\b/i,
]
/** `1⇥Civil Cover Sheet⇥2 pages⇥37.6 KB`, where PACER lists an entry's documents. */
const SIZE = /(?:^|[\s|])\d{1,6} (?:pages?|pgs?)[\s|,]+[\d.,]{1,10} ?[KMG]B[\s|]*$/i
const DOCUMENT = /^[\s|]*(\d{1,5})[\s|]+(?:attachment #? ?(\d{1,5})\b[\s:.–-]*)?(\S.*)$/i
/** The lookahead keeps what a heading has matched, since `date filed` can be read in two ways. */
const HEADINGS =
  /^[\s|]*(?:(?=((?:date filed|filing date|docket entries|docket text|main document|document number|date|filed|entered|#|number|no\.?|doc(?:ket)?\.?|text|description|entry|pages?|part|size|related|-{3,})[\s|:]*))\1)+$/i

/** A longer docket sheet is for docket:import, not for one day's filing. */
const MAX_LINES = 20_000
const MAX_PROBLEMS = 20
/** A docket sheet may begin with a hundred lines of parties and lawyers. */
const MAX_PREFIX_LENGTH = 3

export function readDocketRows(pasted: string): { drafts: DraftRow[]; problems: string[] } {
  const drafts: DraftRow[] = []
  const problems: string[] = []
  const before: string[] = []
  const numbered = new Map<string, DraftRow>()
  const written = pasted.split('\n')
  if (written.length > MAX_LINES) problems.push(`Only the first ${MAX_LINES} lines were read.`)
  for (const { line, at } of joinCells(written.slice(0, MAX_LINES))) {
    const last = drafts.at(-1)
    const isBelow = last && entered(last) && !ENTERED.test(line)
    if (HEADINGS.test(line) && !(last && MAIN_DOCUMENT.test(line))) continue
    if (isBelow && /^\s*\d{1,4}\s*$/.test(line)) continue
    const goesOn = last !== undefined && isWrapped(line, last)
    const start = goesOn ? undefined : startOf(line)
    const filedOn = start?.date && anyDate(start.date)
    const list = goesOn ? undefined : attachmentOf(line, last, numbered)
    if (list?.row) addListed(list.row, list)
    else if (start?.date && !filedOn)
      problems.push(`Line ${at}: this date does not exist. “${shown(line)}”`)
    else if (start) {
      const begun = { ...draft(start.number, filedOn, start.text), start: line }
      drafts.push(begun)
      const [, odd] = (!begun.number && ODD_NUMBER.exec(start.text ?? '')) || []
      if (odd) problems.push(`Line ${at}: “${odd}” is not the number of an entry.`)
      if (begun.number) numbered.set(begun.number, begun)
    } else if (!last)
      before.push(`Line ${at} does not begin with a date or number. “${shown(line)}”`)
    else if (!list && !CELLS.test(line) && last.naming !== undefined)
      addListed(last, { number: last.naming, name: line })
    else if (list || CELLS.test(line) || last.mainAt !== undefined || isBelow)
      problems.push(`Line ${at} was not understood. “${shown(line)}”`)
    else last.lines.push(line)
  }
  const rows = joinDates(drafts)
  for (const { number, filedOn, lines } of rows) {
    const row = number ? `No. ${number}` : `The row dated ${formatDate(filedOn)}`
    const isNamed = !number && ODD_NUMBER.test(lines[0] ?? '')
    if (lines.join('').trim() === '') problems.push(`${row} has no text.`)
    else if (!isNamed && lines.some((line) => CELL_BESIDE.test(line)))
      problems.push(`${row} was pasted with other columns. Check its title and text.`)
  }
  return {
    drafts: rows,
    problems: [...limitProblems(before, MAX_PREFIX_LENGTH), ...limitProblems(problems)],
  }
}

/** Empties the lines that are not part of the docket. */
export const withoutPageParts = (text: string) =>
  text.replace(/.+/g, (line) => {
    const cells = line.split('\t').filter((cell) => !BUTTON.test(cell.trim()))
    const kept = cells.join('\t')
    return PAGE_PARTS.some((kind) => kind.test(kept.replaceAll('|', ' ').trim())) ? '' : kept
  })

export function limitProblems(problems: readonly string[], max = MAX_PROBLEMS): string[] {
  const more = problems.length - max
  const rest = more > 0 ? [`${counted(more, 'more line')} like these.`] : []
  return [...problems.slice(0, max), ...rest]
}

/** A date in a wrapped text, or a deadline on a line of its own, begins no row if the court entered the text on another day. */
function joinDates(drafts: readonly DraftRow[]): DraftRow[] {
  const rows: DraftRow[] = []
  let open = 0
  for (const row of drafts) {
    if (row.number) open = rows.length
    rows.push(row)
    const day = isoDate(entered(row) ?? '')
    if (!day) continue
    const isText = !row.start?.includes('\t') && day !== row.filedOn
    const parts = isText ? rows.splice(open + 1) : []
    rows[open]?.lines.push(...parts.flatMap(({ start = '', lines }) => [start, ...lines.slice(1)]))
    open = rows.length
  }
  return rows
}

/** The attachment or main document that a line names or introduces; undefined for any other line. */
function attachmentOf(
  line: string,
  row: DraftRow | undefined,
  numbered: ReadonlyMap<string, DraftRow>,
) {
  if (!row) return undefined
  const [, place, ofName, named = ''] = DOCUMENT.exec(line.replace(SIZE, '')) ?? []
  const isMain = place !== undefined && MAIN_DOCUMENT.test(named)
  if (isMain) return { row, number: 0, name: named, mainAt: Number(place) }
  if (place && (SIZE.test(line) || (row.mainAt !== undefined && /^\s*\t/.test(line))))
    return { row, number: Number(ofName ?? Number(place) - (row.mainAt ?? 0)), name: named }
  const main = MAIN_DOCUMENT.exec(line)
  if (main) return { row, number: 0, name: main[1] ?? '' }
  const [, attachment, name = ''] = ATTACHMENT.exec(line) ?? []
  if (attachment) return { row, number: Number(attachment), name }
  const [, number, ofNumber, title = ''] = NUMBERED_ATTACHMENT.exec(line.replace(DATED, '')) ?? []
  if (!number) return undefined
  const owner = numbered.get(number.replace(/^0+/, ''))
  return owner || DATED.test(title)
    ? { row: owner, number: Number(ofNumber), name: title.replace(DATED, '') }
    : undefined
}

/** If a line has only the number, the name is on the next line. */
function addListed(
  row: DraftRow,
  { number, name, mainAt = 0 }: { number: number; name: string; mainAt?: number },
): void {
  row.naming = name === '' ? number : undefined
  if (name && number > 0) row.listed.set(number, oneLine(name))
  if (number !== 0) return
  row.mainAt = mainAt
  // CourtListener has only this where it has not seen the docket text.
  const isBare = row.lines.every((line) => line.trim() === '')
  if (name && isBare && !MAIN_DOCUMENT.test(name)) row.lines.push(name)
}

/** In text copied from a table, each cell may be a separate line: number and date, in either order, then the text. */
function joinCells(lines: readonly string[]): { line: string; at: number }[] {
  const joined: { line: string; at: number }[] = []
  for (const [index, line] of lines.entries()) {
    const last = joined.at(-1)
    if (line.replaceAll('|', ' ').trim() === '') continue
    if (last && belongsTo(last.line, line)) last.line += `\t${line.trim()}`
    else joined.push({ line, at: index + 1 })
  }
  return joined
}

function belongsTo(begun: string, line: string): boolean {
  if (MAIN_DOCUMENT.test(line)) return false
  const next = startOf(line)
  const isRow = next?.number && next.date
  // A page number is above a whole row.
  if (isRow && !DATED.test(begun)) return false
  if (ALONE.test(begun) && (DATED.test(begun) || DATED.test(line))) return true
  const { number, date, text = '' } = startOf(begun) ?? {}
  return Boolean(number && date && text.trim() === '' && !isRow)
}

/** Text copied from a PDF or an e-mail may wrap just before a date or case number; an unfinished sentence then continues in lower case. */
function isWrapped(line: string, { lines }: DraftRow): boolean {
  const text = startOf(line)?.text ?? NUMBERED_ATTACHMENT.exec(line)?.[3] ?? ''
  const before = lines.at(-1) ?? ''
  const isUnfinished = /^[A-Z]/.test(lines[0] ?? '') && !/[.)\]]\s*$/.test(before)
  const goesOn =
    /^[a-z(]/.test(text) || /\b(?:on|of|for|from|through|to|by|dated|and|until)$/.test(before)
  return goesOn && !line.includes('\t') && isUnfinished
}

const startOf = (line: string): { number?: string; date?: string; text?: string } | undefined =>
  STARTS.map((start) => start.exec(line)?.groups).find((groups) => groups !== undefined)

export const draft = (number = '', filedOn = '', text = ''): DraftRow => ({
  number: number.replace(/^0+/, ''),
  filedOn,
  lines: [text],
  listed: new Map(),
})

const shown = (line: string) => cutText(oneLine(line), 60)
