import { readAttachments } from './attachment-rules.ts'
import { cutText, oneLine } from './clean-text.ts'
import { formatDate, isoDate } from './date.ts'
import { filedBy, filingTitle, filingType } from './docket-text-rules.ts'
import { counted } from './number-rules.ts'

/** The fields of an entry form, as text. */
export interface DocketFields {
  /** Without leading zeros; empty for an entry without a number. */
  number: string
  /** YYYY-MM-DD; empty if unknown. */
  filed_on: string
  title: string
  description: string
  type: string
  filed_by: string
}

/** One entry from a pasted docket sheet or notice of electronic filing. */
export interface SheetRow extends DocketFields {
  /** Titles by attachment number. */
  attachments: ReadonlyMap<number, string>
}

export interface DocketSheet {
  rows: SheetRow[]
  /** What was not understood, with line numbers. */
  problems: string[]
}

interface DraftRow {
  number: string
  filedOn: string
  filer?: string
  lines: string[]
  listed: Map<number, string>
  /** The next line is the name of this attachment; 0 is the main document. */
  naming?: number | undefined
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = String.raw`(?:${MONTHS.join('|')})[a-z]{0,6}\.?`
const DAY = [
  String.raw`\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})(?!\d)`,
  String.raw`\d{4}[/-]\d{2}[/-]\d{2}`,
  String.raw`${MONTH} \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
  String.raw`\d{1,2}[ -]${MONTH},?[ -]\d{4}`,
].join('|')
/** Accepted after a date only at the end of a cell, because hearings have times, too. */
const TIME = String.raw`(?:T|,? (?:at )?)\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[ap]\.?m\.?)?(?:Z| ?[+-]\d\d:?\d\d| [ECMP][SD]?T)?(?=\s*(?:[\t|]|$))`
const DATE = `(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(?<date>${DAY})(?:${TIME})?`
/** Also `12 - 11/22/2026 - ORDER` and `12: 11/22/2026: ORDER`. */
const GAP = String.raw`(?::|\s[–—-](?=\s))?[\s|]+`
const LABEL = String.raw`(?:(?:no|ecf|doc(?:ket|ument)?(?=[.\s]*(?:no|#))|doc|dkt|#)[.\s]*){0,2}`
const NUMBER = String.raw`${LABEL}(?<number>\d{1,9})(?:\s*\(\d+ pgs?[^)]{0,40}\))?[.)|]?`
/** The number's cell is empty and the text begins with a number. */
const NO_NUMBER = String.raw`(?![^\S\t]*\t[^\S\t]*\t\s*\d+ (?![\s(]|$))`
const TEXT = `(?:${GAP}(?<text>.*))?`
const STARTS = [
  new RegExp(String.raw`^[\s|]*${DATE}(?:${NO_NUMBER}${GAP}${NUMBER}(?=[\s|]|$))?${TEXT}$`, 'i'),
  new RegExp(String.raw`^[\s|]*(?:\[(?=\d+\]))?${NUMBER}\]?${GAP}${DATE}${TEXT}$`, 'i'),
  /^\s*(?<number>\d{1,9})\t+(?<text>\D.*)$/,
]
/** Looks like the cells that begin a row. */
const CELLS = /^ *(?:\d{1,9} *\t|(?=[^\t]{0,40}\d)[^\t]{1,40}\t *\d{0,9} *\t)/
const DATED = new RegExp(String.raw`^[\s|]*${DATE}(?:${GAP}|$)`, 'i')
const ALONE = new RegExp(String.raw`^[\s|]*(?:${NUMBER}|${DATE})[\s|]*$`, 'i')
const ATTACHMENT = /^\s*att(?:achment)?\.?\s*#?\s*(\d{1,5})(?:[\s:.–-]+(\S.*))?\s*$/i
/** `53-1⇥11/22/2026⇥Exhibit A` below No. 53; also `53.1`, and after the date. */
const NUMBERED_ATTACHMENT = new RegExp(
  String.raw`^[\s|]*${LABEL}(\d{1,9})\s?[-.]\s?(\d{1,5})${GAP}(\S.*)$`,
  'i',
)
/** Labels and buttons that CourtListener shows around an entry's text. */
const MAIN_DOCUMENT = /^\s*main document(?:\s+(\S.*))?$/i
const BUTTON =
  /^\s*(?:download pdf|buy on pacer|(?:from|on) (?:pacer|recap|internet archive)|request|add alert)\s*$/i
const HEADINGS =
  /^[\s|]*(?:(?:date|filed|entered|filing date|date filed|#|no\.?|number|doc(?:ket)?\.?|(?:docket )?text|docket entries|description|pages?|related|main document|document number|-{3,})[\s|]*)+$/i

/** A longer docket sheet is for docket:import, not for one day's filing. */
const MOST_LINES = 20_000
const MOST_PROBLEMS = 20
/** A docket sheet may begin with a hundred lines of parties and lawyers. */
const MOST_BEFORE = 3

/** Reads a docket sheet, whose rows begin with a number or a date, or notices of electronic filing. */
export function readDocketSheet(pasted: string): DocketSheet {
  // Removes invisible characters, quote and list markers, and the document sizes that circuit courts print.
  const text = pasted
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/^(?:>[> ]*)?(?:[^\S\n]*[•●◦○▪‣*-][^\S\n]+)?/gm, '')
    .replace(/\b\d{1,5} pgs?, [\d.,]+ [KM]B\b/g, '')
  return isNotice(text) ? readNotices(text) : readRows(text)
}

/** Reads all of it as one entry. Text without a date must end in `(Entered: 11/22/2026)`; otherwise undefined. */
export function readDocketRow(pasted: string): SheetRow | undefined {
  const { rows } = readDocketSheet(isNotice(pasted) ? pasted : oneLine(pasted))
  const row = rows[0] ?? (ENTERED_LAST.test(pasted) ? finished(draft('', '', pasted)) : undefined)
  return row?.filed_on && row.description ? row : undefined
}

const ENTERED_LAST = /\(Entered:[^()]*\)\s*$/i

const isNotice = (pasted: string) => /^[^\S\n]*docket text:/im.test(pasted)

function readRows(pasted: string): DocketSheet {
  const drafts: DraftRow[] = []
  const problems: string[] = []
  const before: string[] = []
  // PACER adds a receipt at the end.
  const [sheet = ''] = pasted.split(/^[^\S\n]*PACER Service Center[^\S\n]*$/im)
  const written = sheet.split(/\r\n?|\n/)
  if (written.length > MOST_LINES) problems.push(`Only the first ${MOST_LINES} lines were read.`)
  for (const { line, at } of joinCells(written.slice(0, MOST_LINES))) {
    const last = drafts.at(-1)
    if (line.trim() === '' || BUTTON.test(line)) continue
    if (HEADINGS.test(line) && !(last && MAIN_DOCUMENT.test(line))) continue
    const goesOn = last !== undefined && isWrapped(line, last)
    const start = goesOn ? undefined : startOf(line)
    const filedOn = start?.date && anyDate(start.date)
    const list = goesOn ? undefined : attachmentOf(line, drafts)
    if (list?.row) addListed(list.row, list)
    else if (start?.date && !filedOn)
      problems.push(`Line ${at}: this date does not exist. “${shown(line)}”`)
    else if (start) drafts.push(draft(start.number, filedOn, start.text))
    else if (!last) before.push(`Line ${at} does not begin with a date or number. “${shown(line)}”`)
    else if (list || CELLS.test(line))
      problems.push(`Line ${at} was not understood. “${shown(line)}”`)
    else if (last.naming === undefined) last.lines.push(line)
    else addListed(last, { number: last.naming, name: line })
  }
  const empty = drafts.filter(({ lines }) => lines.join('').trim() === '')
  for (const { number, filedOn } of empty) {
    problems.push(
      `${number ? `No. ${number}` : `The row dated ${formatDate(filedOn)}`} has no text.`,
    )
  }
  return {
    rows: drafts.map(finished),
    problems: [...shortened(before, MOST_BEFORE), ...shortened(problems, MOST_PROBLEMS)],
  }
}

function shortened(problems: readonly string[], most: number): string[] {
  const more = problems.slice(most).length
  const rest = more > 0 ? [`${counted(more, 'more line')} like these.`] : []
  return [...problems.slice(0, most), ...rest]
}

/** The attachment or main document that a line names or introduces; undefined for any other line. */
function attachmentOf(line: string, drafts: readonly DraftRow[]) {
  const row = drafts.at(-1)
  if (!row) return undefined
  const main = MAIN_DOCUMENT.exec(line)
  if (main) return { row, number: 0, name: main[1] ?? '' }
  const [, attachment, name = ''] = ATTACHMENT.exec(line) ?? []
  if (attachment) return { row, number: Number(attachment), name }
  const [, number, ofNumber, title = ''] = NUMBERED_ATTACHMENT.exec(line.replace(DATED, '')) ?? []
  if (!number) return undefined
  const owner = drafts.findLast((one) => one.number === number.replace(/^0+/, ''))
  return owner || DATED.test(title)
    ? { row: owner, number: Number(ofNumber), name: title.replace(DATED, '') }
    : undefined
}

/** If a line has only the number, the name is on the next line. */
function addListed(row: DraftRow, { number, name }: { number: number; name: string }): void {
  row.naming = name === '' ? number : undefined
  if (name && number > 0) row.listed.set(number, oneLine(name))
}

/** In text copied from a table, each cell may be a separate line: number and date, in either order, then the text. */
function joinCells(lines: readonly string[]): { line: string; at: number }[] {
  const joined: { line: string; at: number }[] = []
  for (const [index, line] of lines.entries()) {
    const last = joined.at(-1)
    const begun = last?.line ?? ''
    const { number, date, text = '' } = startOf(begun) ?? {}
    const isOpen = ALONE.test(begun) && (DATED.test(begun) || DATED.test(line))
    const next = startOf(line)
    const isPair = number && date && text.trim() === '' && !(next?.number && next.date)
    if (last && line.trim() !== '' && (isOpen || isPair)) last.line = `${begun}\t${line.trim()}`
    else joined.push({ line, at: index + 1 })
  }
  return joined
}

/** Text copied from a PDF or an e-mail may wrap just before a date or case number; an unfinished sentence then continues in lower case. */
function isWrapped(line: string, { lines }: DraftRow): boolean {
  const text = startOf(line)?.text ?? NUMBERED_ATTACHMENT.exec(line)?.[3] ?? ''
  const isUnfinished = /^[A-Z]/.test(lines[0] ?? '') && !/[.)\]]\s*$/.test(lines.at(-1) ?? '')
  return /^[a-z(]/.test(text) && !line.includes('\t') && isUnfinished
}

/** How a row begins; undefined for any other line. */
const startOf = (line: string): { number?: string; date?: string; text?: string } | undefined =>
  STARTS.map((start) => start.exec(line)?.groups).find((found) => found !== undefined)

const draft = (number = '', filedOn = '', text = ''): DraftRow => ({
  number: number.replace(/^0+/, ''),
  filedOn,
  lines: [text],
  listed: new Map(),
})

/** Undefined if the day does not exist. */
function anyDate(written: string): string | undefined {
  const [first = '', second = '', third = ''] = written.match(/\d+/g) ?? []
  const name = /[a-z]{3}/i.exec(written)?.[0].toLowerCase()
  if (name) return isoDate(`${MONTHS.indexOf(name) + 1}/${first}/${second}`)
  return isoDate(first.length === 4 ? `${second}/${third}/${first}` : `${first}/${second}/${third}`)
}

const FILED_ON = ['filed on:?\\s*', 'on:? '].map((words) => new RegExp(`\\b${words}${DATE}`, 'i'))
/** What courts print after the docket text. */
const BEHIND_TEXT =
  /^[^\S\n]*(?:\S{0,40}[^\S\n]+)?notice (?:has been|will (?:not )?be) |the following document\(s\)|document description:/im

/** Notices that a court's system sends by e-mail after a filing; several may be pasted in a row. */
function readNotices(pasted: string): DocketSheet {
  const rows: SheetRow[] = []
  const problems: string[] = []
  const parts = pasted.split(/(?=the following transaction was)/i)
  const notices = parts.filter((part) => /docket text:/i.test(part))
  const above = parts[0] === notices[0] ? 0 : readRows(parts[0] ?? '').rows.length
  if (above > 0)
    problems.push(
      `Not read: ${counted(above, 'row')} above the first notice. Paste the docket sheet by itself.`,
    )
  for (const notice of notices) {
    const numbers = notice.matchAll(/document number:\s*(\d{1,9})/gi)
    const [number, ...others] = Array.from(numbers, ([, one]) => one)
    const [, filed] = FILED_ON.map((said) => said.exec(notice)).find(Boolean) ?? []
    const [, filer] = /^[^\S\n]*filer:[ \t]*(\S.*)$/im.exec(notice) ?? []
    const behind = notice.slice(notice.search(/docket text:/i) + 'docket text:'.length).trim()
    const [text = ''] = behind.split(BEHIND_TEXT.test(behind) ? BEHIND_TEXT : /\n[^\S\n]*\n\s*\S/)
    const row = draft(number, filed && anyDate(filed), text)
    if (filer) row.filer = oneLine(filer)
    if (text.trim()) rows.push(finished(row))
    else
      problems.push(`The notice for ${number ? `No. ${number}` : 'an entry'} has no docket text.`)
    const also = others.join(', ')
    if (also)
      problems.push(`The notice for No. ${number} also lists ${also}. Use this case’s number.`)
  }
  return { rows, problems }
}

function finished({ number, filedOn, filer, lines, listed }: DraftRow): SheetRow {
  const description = oneLine(lines.join(' ')).replace(/(?<![\s|])[\s|]+$/, '')
  return {
    number,
    filed_on: filedOn || enteredOn(description),
    title: filingTitle(description),
    description,
    type: filingType(description),
    filed_by: filer ?? filedBy(description),
    attachments: new Map([...readAttachments(description), ...listed]),
  }
}

const enteredOn = (text: string) =>
  isoDate(/[([](?:entered|filed):?\s*(\d{1,2}\/\d{1,2}\/\d{2,4})\b/i.exec(text)?.[1] ?? '') ?? ''

const shown = (line: string) => cutText(oneLine(line), 60)
