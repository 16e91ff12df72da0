import { readAttachments } from './attachment-rules.ts'
import { cutText, oneLine } from './clean-text.ts'
import { isoDate } from './date.ts'
import { filedBy, filingTitle, filingType } from './docket-text-rules.ts'

/** What a form asks about an entry, as text. */
export interface DocketFields {
  /** Without leading zeros; empty for an entry without a number. */
  number: string
  /** YYYY-MM-DD; empty where nothing gives it. */
  filed_on: string
  title: string
  description: string
  type: string
  filed_by: string
}

/** One entry of a docket sheet or of a notice of electronic filing, as pasted. */
export interface SheetRow extends DocketFields {
  /** By attachment number. */
  attachments: ReadonlyMap<number, string>
}

export interface DocketSheet {
  rows: SheetRow[]
  /** What was not understood, by its line. */
  problems: string[]
}

interface DraftRow {
  number: string
  filedOn: string
  filer?: string
  lines: string[]
  listed: Map<number, string>
  /** What the next line is the name of: an attachment, or 0. */
  naming?: number | undefined
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const DATE = String.raw`(?<date>\d{1,2}\/\d{1,2}\/\d{4}|\d{4}-\d{2}-\d{2}|(?:${MONTHS.join('|')})[a-z]{0,6}\.? \d{1,2}, \d{4})`
const GAP = String.raw`[\s|]+`
const NUMBER = String.raw`(?:(?:no|ecf|doc|dkt|#)[.\s]*){0,2}(?<number>\d{1,9})(?:\s*\(\d+ pgs?[^)]{0,40}\))?[.)|]?`
const TEXT = `(?:${GAP}(?<text>.*))?`
const STARTS = [
  new RegExp(String.raw`^[\s|]*${DATE}(?:${GAP}${NUMBER}(?=[\s|]|$))?${TEXT}$`, 'i'),
  new RegExp(String.raw`^[\s|]*${NUMBER}${GAP}${DATE}${TEXT}$`, 'i'),
  /^\s*(?<number>\d{1,9})\t+(?<text>\D.*)$/,
]
const DATED = new RegExp(String.raw`^[\s|]*${DATE}`, 'i')
const ALONE = new RegExp(String.raw`^[\s|]*(?:${NUMBER}|${DATE})[\s|]*$`, 'i')
const ATTACHMENT = /^\s*att(?:achment)?\.?\s*#?\s*(\d{1,5})(?:[\s:.–-]+(\S.*))?\s*$/i
/** `53-1⇥11/22/2026⇥Exhibit A`, below No. 53. */
const NUMBERED_ATTACHMENT = new RegExp(
  String.raw`^[\s|]*(\d{1,9})-(\d{1,5})(?:${GAP}${DATE})?${GAP}(\S.*)$`,
  'i',
)
/** What CourtListener has around the text of an entry. */
const MAIN_DOCUMENT = /^\s*main document(?:\s+(\S.*))?$/i
const BUTTON =
  /^\s*(?:download pdf|buy on pacer|(?:from|on) (?:pacer|recap|internet archive)|request|add alert)\s*$/i
const HEADINGS =
  /^[\s|]*(?:(?:date|filed|entered|filing date|date filed|#|no\.?|number|doc(?:ket)?\.?|docket text|docket entries|description|pages?|main document|document number)[\s|]*)+$/i

/** A docket sheet longer than this is of a case that is imported, not filed in a day. */
const MOST_LINES = 20_000
const MOST_PROBLEMS = 20

/** A docket sheet, rows beginning with a number or a date, or notices of electronic filing. */
export function readDocketSheet(pasted: string): DocketSheet {
  // Hyphens that are not seen, and the marks of a message that was forwarded.
  const text = pasted.replace(/\u00ad/g, '').replace(/^>[> ]*/gm, '')
  return isNotice(text) ? readNotices(text) : readRows(text)
}

/** All of it as one entry; text alone where it ends in `(Entered: 11/22/2026)`. Undefined for any other text. */
export function readDocketRow(pasted: string): SheetRow | undefined {
  const { rows } = readDocketSheet(isNotice(pasted) ? pasted : oneLine(pasted))
  const row = rows[0] ?? (ENTERED_LAST.test(pasted) ? finished(draft('', '', pasted)) : undefined)
  return row?.filed_on && row.description ? row : undefined
}

const ENTERED_LAST = /\(Entered:[^()]*\)\s*$/i

const isNotice = (pasted: string) => /^\s*docket text:/im.test(pasted)

function readRows(pasted: string): DocketSheet {
  const drafts: DraftRow[] = []
  const problems: string[] = []
  for (const { line, at } of joinCells(pasted.split(/\r\n?|\n/).slice(0, MOST_LINES))) {
    const last = drafts.at(-1)
    if (line.trim() === '' || BUTTON.test(line)) continue
    if (HEADINGS.test(line) && !(last && MAIN_DOCUMENT.test(line))) continue
    const start = startOf(line)
    const filedOn = start?.date && anyDate(start.date)
    const list = attachmentOf(line, last)
    if (start?.date && !filedOn)
      problems.push(`Line ${at}: there is no such date. “${shown(line)}”`)
    else if (start) drafts.push(draft(start.number, filedOn, start.text))
    else if (!last) problems.push(`Line ${at} begins with no date or number. “${shown(line)}”`)
    else if (list) addListed(last, list)
    else if (last.naming === undefined) last.lines.push(line)
    else addListed(last, { number: last.naming, name: line })
  }
  const empty = drafts.filter(({ lines }) => lines.join('').trim() === '')
  for (const { number, filedOn } of empty) {
    problems.push(`${number ? `No. ${number}` : `The row of ${filedOn}`} has no text.`)
  }
  return { rows: drafts.map(finished), problems: problems.slice(0, MOST_PROBLEMS) }
}

/** The attachment that a line names or announces, or the main document; undefined for any other line. */
function attachmentOf(line: string, row: DraftRow | undefined) {
  if (!row) return undefined
  const main = MAIN_DOCUMENT.exec(line)
  if (main) return { number: 0, name: main[1] ?? '' }
  const [, attachment, name = ''] = ATTACHMENT.exec(line) ?? []
  if (attachment) return { number: Number(attachment), name }
  const [, number, ofNumber, , title = ''] = NUMBERED_ATTACHMENT.exec(line) ?? []
  const isOurs = number?.replace(/^0+/, '') === row.number
  return isOurs ? { number: Number(ofNumber), name: title } : undefined
}

/** Where a line has the number alone, the next one is the name. */
function addListed(row: DraftRow, { number, name }: { number: number; name: string }): void {
  row.naming = name === '' ? number : undefined
  if (name && number > 0) row.listed.set(number, oneLine(name))
}

/** Copied from a table, each cell may be a line of its own: number and date, in either order, then the text. */
function joinCells(lines: readonly string[]): { line: string; at: number }[] {
  const joined: { line: string; at: number }[] = []
  for (const [index, line] of lines.entries()) {
    const last = joined.at(-1)
    const begun = last?.line ?? ''
    const { number, date, text = '' } = startOf(begun) ?? {}
    const isOpen = ALONE.test(begun) && (DATED.test(begun) || DATED.test(line))
    const isPair = number && date && text.trim() === ''
    if (last && line.trim() !== '' && (isOpen || isPair)) last.line = `${begun}\t${line.trim()}`
    else joined.push({ line, at: index + 1 })
  }
  return joined
}

/** What a row begins with; undefined for any other line. */
const startOf = (line: string): { number?: string; date?: string; text?: string } | undefined =>
  STARTS.map((start) => start.exec(line)?.groups).find((found) => found !== undefined)

const draft = (number = '', filedOn = '', text = ''): DraftRow => ({
  number: number.replace(/^0+/, ''),
  filedOn,
  lines: [text],
  listed: new Map(),
})

/** `11/22/2026`, `Nov 22, 2026`, `2026-11-22`; undefined where there is no such day. */
function anyDate(written: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(written) ?? []
  if (year) return isoDate(`${month}/${day}/${year}`)
  const [, name, dayOfMonth, ofYear] =
    /^([a-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})$/i.exec(written) ?? []
  if (!name) return isoDate(written)
  return isoDate(`${MONTHS.indexOf(name.toLowerCase()) + 1}/${dayOfMonth}/${ofYear}`)
}

/** What a court's system sends by mail once something was filed; several may be pasted one after another. */
function readNotices(pasted: string): DocketSheet {
  const rows: SheetRow[] = []
  const problems: string[] = []
  const notices = pasted.split(/(?=the following transaction was)/i)
  for (const notice of notices.filter((part) => /docket text:/i.test(part))) {
    const [, number] = /document number:\s*(\d{1,9})/i.exec(notice) ?? []
    const [, filed] =
      new RegExp(String.raw`\bfiled on:?\s*${DATE}`, 'i').exec(notice) ??
      new RegExp(String.raw`\bon:? ${DATE}`, 'i').exec(notice) ??
      []
    const [, filer] = /^\s*filer:[ \t]*(\S.*)$/im.exec(notice) ?? []
    const text = notice
      .slice(notice.search(/docket text:/i) + 'docket text:'.length)
      .trimStart()
      .split(/\n\s*\n\s*\S|notice has been|the following document\(s\)|document description:/i)[0]
    const row = draft(number, filed && anyDate(filed), text)
    if (filer) row.filer = oneLine(filer)
    if (text?.trim()) rows.push(finished(row))
    else problems.push(`The notice of ${number ? `No. ${number}` : 'an entry'} has no docket text.`)
  }
  return { rows, problems }
}

function finished({ number, filedOn, filer, lines, listed }: DraftRow): SheetRow {
  const description = oneLine(lines.join(' ')).replace(/[\s|]+$/, '')
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
  isoDate(/\((?:entered|filed):?\s*(\d{1,2}\/\d{1,2}\/\d{4})\)/i.exec(text)?.[1] ?? '') ?? ''

const shown = (line: string) => cutText(oneLine(line), 60)
