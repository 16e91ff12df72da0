import { readAttachments } from './attachment-rules.ts'
import { cutText, oneLine } from './clean-text.ts'
import { isoDate } from './date.ts'
import { anyDate, DATE } from './docket-date-rules.ts'
import {
  type DraftRow,
  draft,
  limitProblems,
  readDocketRows,
  withoutPageParts,
} from './docket-row-rules.ts'
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

export const BLANK_FIELDS: DocketFields = {
  number: '',
  filed_on: '',
  title: '',
  description: '',
  type: '',
  filed_by: '',
}

export type SheetRow = ReturnType<typeof finished>

/** The patterns below go by lines that end in LF, and are slow on text with other line ends. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

type IsOurs = (caseNumber: string) => boolean

/**
 * Reads a docket sheet, whose rows begin with a number or a date, a history report, or notices of electronic filing.
 * @param isOurs which of the case numbers in a notice is the site's; undefined if the site has none
 * @returns also what was not understood, with line numbers
 */
export function readDocketSheet(pasted: string, isOurs?: IsOurs) {
  // Removes invisible characters, addresses of links, quote and list markers, and the document sizes that circuit courts print.
  const all = withoutEmphasis(pasted)
    .replace(LINE_ENDS, '\n')
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/ ?<(?:https?|mailto):[^<>\s]{1,2000}>/g, '')
    .replace(/^(?:>[> ]*(?![> ]))?(?:[ \t]*[•●◦○▪‣*-][ \t]+)?/gm, '')
    .replace(/\b\d{1,5} pgs?, [\d.,]+ [KM]B\b/g, '')
    // Some programs copy several rows as one line.
    .replace(/([([]entered: [^()[\]\n]{6,40}[)\]])[ \t]+(?=[\d/]{6,10}[ \t])/gi, '$1\n')
  // PACER adds a receipt at the end.
  const [docket = ''] = all.split(/^[ \t]*PACER Service Center[ \t]*$/im)
  const text = withoutPageParts(docket)
  if (TRANSACTION.test(text)) return readNotices(text, isOurs)
  const history = readHistory(text)
  if (history.rows.length > 0) return history
  if (isNotice(text)) return readNotices(text, isOurs)
  const { drafts, problems } = readDocketRows(text)
  const ended = drafts.length > 0 ? [] : readEnded(text)
  if (ended.length > 0) return { rows: ended, problems: [] }
  return { rows: drafts.map(finished), problems }
}

/** Mail programs write bold text with asterisks. */
const withoutEmphasis = (text: string) =>
  /\*docket text:\s?\*/i.test(text) ? text.replaceAll('*', '') : text

/** Texts without the cells before them: each ends in `(Entered: 11/22/2026)`, and may begin with its number. */
const readEnded = (text: string): SheetRow[] =>
  text
    .split(/(?<=\(entered:[^()]{1,40}\))/i)
    .filter((part) => ENTERED_LAST.test(part))
    .map((part) => {
      const [, number, words] = /^\s*(?:(\d{1,12})\s+)?(\S.*)$/s.exec(part) ?? []
      return finished(draft(number, '', words))
    })

/** Reads all of it as one entry. Text without a date must end in `(Entered: 11/22/2026)`; otherwise undefined. */
export function readDocketRow(pasted: string): SheetRow | undefined {
  const { rows } = readDocketSheet(isNotice(pasted) ? pasted : oneLine(pasted))
  const [row] = rows
  return row?.filed_on && row.description ? row : undefined
}

const ENTERED_LAST = /\(Entered:[^()]*\)\s*$/i

const isNotice = (pasted: string) => /^[ \t]*docket text:/im.test(pasted)

/** CM/ECF's history report: a number, dates with labels, the kind of filing, and sometimes the text. */
const HISTORY = new RegExp(
  String.raw`^[ \t]*(?:(\d{1,12})\s+)?filed(?: ?(?:&|and) ?entered)?:\s*${DATE}`,
  'gim',
)
const OTHER_DATE = new RegExp(String.raw`\b(?:entered|terminated|filed):\s*${DATE}`, 'gi')

function readHistory(text: string) {
  const matches = [...text.matchAll(HISTORY)]
  // A docket sheet's lines may begin with “Filed: 11/22/2026”, too.
  const starts = matches.some(([start, number]) => number || /entered/i.test(start)) ? matches : []
  const drafts = starts.map(({ index, 0: start, 1: number, groups }, at) => {
    const body = text.slice(index + start.length, starts[at + 1]?.index)
    const [kind = '', ...texts] = body.split(/^[ \t]*docket text:/im)
    const words = texts.length > 0 ? texts.join(' ') : kind.replace(OTHER_DATE, '')
    return draft(number, anyDate(groups?.date ?? ''), words)
  })
  const read = drafts.map(finished)
  const rows = read.filter(({ description, filed_on }) => description && filed_on)
  const lost = read.length - rows.length
  const above = readDocketRows(text.slice(0, starts[0]?.index)).drafts.length
  return {
    rows,
    problems: [...unread(lost, 'without text or date'), ...unread(above, 'above the history')],
  }
}

const unread = (count: number, which: string) =>
  count > 0 ? [`Not read: ${counted(count, 'row')} ${which}.`] : []

const TRANSACTION = /the following transaction was/i
const FILED_ON = ['filed on:?\\s*', 'on:? '].map((words) => new RegExp(`\\b${words}${DATE}`, 'i'))
/** What courts print after the docket text. */
const AFTER_TEXT =
  /^[ \t]*(?:(?:\S{1,40}[ \t]+)?notice (?:has been|will (?:not )?be) |the following document\(s\)|document description:|documents?:|case name:|case participants listed)/im
const TAG = /<\/?(?:a|b|i|u|em|font|span|strong|su[bp]|(p|br|div|t[dr]))(?:\s[^<>]{0,300})?\/?>/gi

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }))

/** Some courts leave HTML in their plain messages. */
export const withoutMarkup = (text: string) =>
  text
    .replace(TAG, (_, block) => (block ? ' ' : ''))
    .replace(/&(amp|lt|gt|quot|nbsp|#0?39);/g, (_, name) => ENTITIES.get(name) ?? "'")

/** Notices that a court's system sends by e-mail after a filing; several may be pasted in a row. */
function readNotices(pasted: string, isOurs: IsOurs | undefined) {
  const parts = withoutMarkup(pasted).split(/(?=the following transaction was)/i)
  const notices = parts.filter((part) => /docket text:/i.test(part))
  const above = parts[0] === notices[0] ? 0 : readDocketRows(parts[0] ?? '').drafts.length
  const read = notices.map((notice) => readNotice(notice, isOurs))
  const problems = limitProblems([
    ...unread(above, 'above the first notice. Paste the docket sheet by itself'),
    ...read.flatMap(({ problem }) => problem),
  ])
  return { rows: read.flatMap(({ row }) => row), problems }
}

/** A notice of several cases has a number for each, and often a text. */
function readNotice(notice: string, isOurs: IsOurs | undefined) {
  const parts = notice.split(/^(?=[ \t]*case number:)/im)
  const all = parts.flatMap(readNumbers)
  const cases = all.filter(({ number, caseNumber }) => number || caseNumber)
  const caseNumbers = [...new Set(cases.map(({ caseNumber }) => caseNumber))]
  const own = cases.find(({ caseNumber }) => isOurs?.(caseNumber))
  if (isOurs && !own && caseNumbers.length > 1) {
    const those = cutText(caseNumbers.filter(Boolean).join(', '), 200)
    return { row: [], problem: [`Not read: a notice for other cases (${those}).`] }
  }
  const { number = '', filer = '', text: ownText = '' } = own ?? cases[0] ?? all[0] ?? {}
  const text = ownText || (all.find((one) => one.text)?.text ?? '')
  const name = number ? `No. ${number}` : 'an entry'
  if (!text.trim()) return { row: [], problem: [`The notice for ${name} has no docket text.`] }
  const [, filed] = FILED_ON.map((said) => said.exec(notice)).find(Boolean) ?? []
  const row = draft(number, filed && anyDate(filed), text)
  if (filer) row.filer = oneLine(filer)
  const others = cases.filter((one) => one.number && one.number !== number)
  const also = cutText(others.map((one) => one.number).join(', '), 100)
  const isUnsure = also && (!own || caseNumbers.length === 1)
  const other = isOurs && !own ? caseNumbers[0] : undefined
  const isSummary = parts.some((part) => part.split(/^[ \t]*docket text:/im).length > 2)
  return {
    row: [finished(row)],
    problem: [
      other && `The notice for ${name} is of another case (${cutText(other, 100)}).`,
      isUnsure && `The notice for No. ${number} also lists ${also}. Use this case’s number.`,
      isSummary && 'Only the first docket text of a summary was read. Paste one at a time.',
    ].flatMap((problem) => problem || []),
  }
}

/** The document numbers of one case; one without a number if there is none. */
function readNumbers(part: string) {
  const [, caseNumber = ''] = /^[ \t]*case number:\s*(MDL No\. \d+|\S+)/i.exec(part) ?? []
  const numbers = part.matchAll(/(?:document|docket entry|entry) (?:number|no\.?):\s*(\d{1,12})/gi)
  const [, filer = ''] = /^[ \t]*filer:[ \t]*(?:Dft No\. \d{1,4} - )?(\S.*)$/im.exec(part) ?? []
  const [, after = ''] = part.split(/docket text:/i, 2).map((text) => text.trim())
  const [text = ''] = after.split(AFTER_TEXT.test(after) ? AFTER_TEXT : /\n[ \t]*\n\s*\S/)
  const matches = Array.from(numbers, ([, number = '']) => number)
  const listed = matches.length > 0 ? matches : ['']
  return listed.map((number) => ({ caseNumber, number, filer, text }))
}

function finished({ number, filedOn, filer, lines, listed }: DraftRow) {
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

/** `(Entered: 11/22/2026)`; empty if the text has none. */
export const enteredOn = (text: string) =>
  isoDate(/[([](?:entered|filed):?\s*(\d{1,2}\/\d{1,2}\/\d{2,4})\b/i.exec(text)?.[1] ?? '') ?? ''
