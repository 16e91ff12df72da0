import * as z from 'zod'
import { isoDate } from '../../shared/date.ts'

/* Courts print a line on top (rarely at the foot) of each page: a case number, then labeled fields in any order. */

/** Characters: one line, at most two. */
const MAX_STAMP_LENGTH = 260

const printed = z.string().max(MAX_STAMP_LENGTH)

export const Stamp = z.object({
  /** As printed: `1:20-cv-10189-FDS`, `09-00429`, `21-50498`. */
  caseNumber: printed,
  /** As printed: `12`, `00516242060`. */
  entryNumber: printed,
  /** 0 is the main document. */
  attachmentNumber: z.int().min(0).max(9999),
  /** YYYY-MM-DD; null if the stamp has no date. */
  filedOn: printed.nullable(),
  page: z.number().nullable(),
  /** The "of N". */
  pageCount: z.number().nullable(),
})
export type Stamp = z.infer<typeof Stamp>

/** The Court of International Trade prints `N/A` until a judge is assigned. */
const DISTRICT = String.raw`(?:[a-z]{2,4}\/)?(?:\d{1,2}:)?\d{2}-[a-z]{2,6}-\d{1,6}(?:-(?:n\/a|[a-z0-9]{1,8})){0,4}`
/** The office is a digit before (`1-20-40001-ess`, `0:12-60001-CIVIL`) or after the number (`20-01234-5-DMW`). */
const OTHER = String.raw`(?:\d[:-])?\d{2}-(?:\d{4,6}(?:-[a-z]{1,4}\d{0,2}){0,3}-(?:7a?|9|1[1235])(?![\w-])|\d{2,6}(?:-\d{1,2}(?=-))?(?:-[a-z]{1,8}\d{0,2}){0,3})`
/** The last form is used by the Judicial Panel on Multidistrict Litigation. */
const CASE_NUMBER = String.raw`(${DISTRICT}|${OTHER}|(?:MDL|Pending) No\. \d{1,4})`
/** Used by most courts; BARE is for the two that print no label. Words after a comma mean a lawyer's own footer. */
const LABELED = String.raw`\b(?:Case|Appeal)(?:\s+(?:No\.?|Number))?\s*[:#]?\s*#?\s*${CASE_NUMBER}(?![\w/-]|, [a-z]+ [a-z])`
const BARE = String.raw`(?<![\w:/-]|\bNos?\. )${CASE_NUMBER}(?=,?\s+(?:Doc(?:ument)?\b|Dkt\b|Date Filed|#\s*\d|ECF))`
const CIVIL = String.raw`\b(?:Civil|Criminal)(?: Case| Action)?(?: No\.?)?[ :#]*${CASE_NUMBER}(?=,? (?:Doc(?:ument)?\b|Dkt\b|(?:Date )?Filed\b|ECF))`
const START = new RegExp(`${LABELED}|${BARE}|${CIVIL}`, 'gi')

/** Twelve digits at most: the Fifth Circuit uses eleven, the Tenth twelve. */
const ENTRY = [
  /(?:\bDoc(?:ument|ket(?= No))?|\bDkt|\bDktEntry|\bECF|\bEntry Number)(?![a-z])\.?(?:\s*No\.?)?\s*[:#]*\s*(\d{1,12})(?:[-.](\d{1,4}))?(?![\d/:-])/i,
  // The Central District of Illinois prints `# 12-1`; the Eighth Circuit prints only the entry's ID.
  /(?:^|\s)#\s*(\d{1,12})(?:-(\d{1,4}))?(?![\d/:-])/,
  /\bEntry ID:\s*(\d{1,12})()(?!\d)/i,
]
const DATE = String.raw`(\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2}))(?!\d)`
const FILED = [
  new RegExp(String.raw`\bFiled:?\s*(?:in (?:US[BD]C )?[\w/]+ )?(?:on )?${DATE}`, 'i'),
  new RegExp(`, ${DATE},`),
  // The only date in stamps of Southern Florida and of Nevada's bankruptcy court.
  new RegExp(String.raw`\bEntered:?\s*(?:on \w+ Docket )?${DATE}`, 'i'),
]
/** Eastern California's bankruptcy court prints it first: `Filed 02/05/20 Case 20-20001 Doc 12`, and nothing else. */
const FILED_BEFORE = new RegExp(String.raw`\bFiled ${DATE} $`, 'i')
const PAGE = [
  /\b(?:Page|Pg)\.?\s*:?\s*(\d+)\s*(?:of|\/)\s*(\d+)/i,
  /\b(\d+) of (\d+)\.?\s*(?:PageID|Page ID|Pg ID)/i,
  /\b(?:Page|Pg)\.?\s*:?\s*(\d+)()(?!\d)/i,
  /\bPages:\s*()(\d+)/i,
]

/** Pages count from 1, and no filing has 100,000; empty if the stamp does not give this number. */
const PAGE_NUMBER = /^(?:(?!0+$)\d{1,5})?$/

/** In order: an exhibit may have the stamps of several courts. A line with impossible values is not a stamp. */
export function readStamps(text: string): Stamp[] {
  // Some courts' fonts use minus signs for hyphens.
  const line = text.replace(/\s+/g, ' ').replace(/[‐‑–−]/g, '-')
  const starts = [...line.matchAll(START)]
  const courts = starts.flatMap((start, place) => {
    const from = start.index + start[0].length
    const until = Math.min(starts[place + 1]?.index ?? line.length, from + MAX_STAMP_LENGTH)
    const fields = line.slice(from, until)
    const [before = ''] = FILED_BEFORE.exec(line.slice(0, start.index)) ?? []
    const caseNumber = start[1] ?? start[2] ?? start[3] ?? ''
    return stampOf(caseNumber, fields) ?? stampOf(caseNumber, `${fields} ${before}`) ?? []
  })
  return [...courts, ...line.matchAll(NYSCEF).flatMap((match) => newYorkStamp(line, match))]
}

/** New York's state courts print the case's index number on the right, above or beside the document's; on appeal, a case number. */
const NYSCEF = /\bNYSCEF DOC\. NO\.? ?(\d{1,6})(?!\d)/gi
const INDEX_NUMBER =
  /\b(?:INDEX|CASE) NO\.?:? ?([a-z]{0,3}\d{1,9}\/\d{4}[a-z]?|[a-z]{0,4}20\d\d-?\d{3,7})(?![\w/-])/i
const RECEIVED = new RegExp(String.raw`\bRECEIVED NYSCEF: ?${DATE}`, 'i')

const FOOTER = /(?:(?<![a-z] |[/\w-])|\bpage )(\d{1,4}) of (\d{1,4})(?![\d/])/i

function newYorkStamp(line: string, { index, 1: entryNumber = '' }: RegExpExecArray): Stamp[] {
  const near = line.slice(Math.max(0, index - MAX_STAMP_LENGTH), index + MAX_STAMP_LENGTH)
  const [, caseNumber] = INDEX_NUMBER.exec(near) ?? []
  const filedOn = isoDate(RECEIVED.exec(near)?.[1] ?? '')
  if (!caseNumber || !filedOn) return []
  const [, page, pageCount] = FOOTER.exec(line) ?? []
  const isPossible = Number(page) > 0 && Number(page) <= Number(pageCount)
  const pages = { page: Number(page), pageCount: Number(pageCount) }
  const printed = isPossible ? pages : { page: null, pageCount: null }
  return [{ caseNumber, entryNumber, attachmentNumber: 0, filedOn, ...printed }]
}

function stampOf(caseNumber: string, fields: string): Stamp | undefined {
  const entry = firstMatch(ENTRY, fields)
  const [, date] = firstMatch(FILED, fields) ?? []
  const page = firstMatch(PAGE, fields)
  if (!entry?.[1] || (date === undefined && !page)) return undefined
  const [written, entryNumber, attachment = ''] = entry
  const isCounted = written.endsWith(`.${attachment}`)
  const [, pageNumber = '', pageCount = ''] = page ?? []
  const filedOn = date === undefined ? null : isoDate(date)
  const isPossible =
    filedOn !== undefined &&
    PAGE_NUMBER.test(pageNumber) &&
    PAGE_NUMBER.test(pageCount) &&
    (pageCount === '' || Number(pageNumber) <= Number(pageCount))
  if (!isPossible) return undefined
  return {
    caseNumber,
    entryNumber,
    // Two circuits number the main document, too: 29.1, then 29.2.
    attachmentNumber: isCounted && attachment === '1' ? 0 : Number(attachment),
    filedOn,
    page: Number(pageNumber) || null,
    pageCount: Number(pageCount) || null,
  }
}

const firstMatch = (patterns: readonly RegExp[], text: string) =>
  patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null)

/** Some circuits stamp an ID of the document instead, with seven digits or more. */
const DOCKET_DIGITS = 6

export const hasDocketNumber = ({ entryNumber }: Stamp) =>
  entryNumber.replace(/^0+/, '').length <= DOCKET_DIGITS

const CORE = /(\d{2}(?=-)|MDL No(?=\.)|Pending No(?=\.))[-. ]+(?:([a-z]{2,6})-)?0*(\d{1,6})(?!\d)/i
const INDEX = /^\D{0,20}?0*(\d{1,9})\/(\d{4})\b/
/** `E2026001234`, as some counties of New York number their cases. */
const COUNTY = /\b([a-z]{1,4}20\d\d)(?=\d{3,7}\b(?!\/))/i
/** Some courts spell them out. */
const KINDS: Record<string, string> = { civil: 'cv', civ: 'cv', crim: 'cr' }

/** Year, kind, and number, without what courts may omit: office, judges' initials, leading zeros. Empty if there is none. */
export function caseKey(caseNumber: string): string {
  const [, year, kind = '', number] = CORE.exec(caseNumber.replace(COUNTY, '$1-')) ?? []
  const [, index, of] = year ? [] : (INDEX.exec(caseNumber) ?? [])
  if (index) return `${of}--${index}`
  const written = kind.toLowerCase()
  return year ? `${year}-${KINDS[written] ?? written}-${number}`.toLowerCase() : ''
}

/** `09-00429` and `4:09-bk-00429` are the same case: some stamps omit the kind. */
export function isSameCase(a: string, b: string): boolean {
  const [one, other] = [caseKey(a).split('-'), caseKey(b).split('-')]
  if (one.length < 3 || other.length < 3) return false
  const isSameKind = one[1] === '' || other[1] === '' || one[1] === other[1]
  return one[0] === other[0] && one[2] === other[2] && isSameKind
}

/** The newest one for this case (an exhibit may have been filed in it before), otherwise the newest of all. */
export function chooseStamp(stamps: readonly Stamp[], ownCaseNumber: string): Stamp | undefined {
  const dateKey = (stamp: Stamp) => stamp.filedOn ?? ''
  const newest = stamps.toSorted((a, b) => dateKey(b).localeCompare(dateKey(a)))
  return newest.find(({ caseNumber }) => isSameCase(caseNumber, ownCaseNumber)) ?? newest[0]
}

export function ownStamp(stamps: readonly Stamp[], ownCaseNumber: string): Stamp | undefined {
  const stamp = chooseStamp(stamps, ownCaseNumber)
  const isAny = caseKey(ownCaseNumber) === ''
  return stamp && (isAny || isSameCase(stamp.caseNumber, ownCaseNumber)) ? stamp : undefined
}
