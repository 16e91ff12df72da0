import { oneLine } from './clean-text.ts'
import { isoDate } from './date.ts'

/** Words before the one that names a filing: a motion for an order, or for summary judgment, is a motion. */
const BEFORE = String.raw`(?:(?!(?:motion|application|notice|response|reply|opposition|objection|brief)\b)[\w-]+ ){0,3}`

const TYPES: [RegExp, string][] = [
  [/^(?:certificate|affidavit) of service|^summons/i, 'Service'],
  [/^(?:paperless |electronic |text |text-only )?minute (?:entry|order)/i, 'Minute entry'],
  [/^(?:memorandum )?opinion/i, 'Opinion'],
  [new RegExp(String.raw`^(?:so[- ]ordered|${BEFORE}order\b)`, 'i'), 'Order'],
  [new RegExp(String.raw`^${BEFORE}judgment\b`, 'i'), 'Judgment'],
  [/^(?:[\w-]+ )?amended complaint|^complaint/i, 'Complaint'],
  [/^(?:[\w-]+ ){0,3}motion\b|^application\b/i, 'Motion'],
  [/^(?:amended )?answer|\bANSWER to\b/, 'Answer'],
  [
    /^(?:brief|memorandum|reply|response|opposition|objection|[\w\s]{0,20}\b(?:brief|memorandum|opposition))\b/i,
    'Brief',
  ],
  [/^(?:declaration|affidavit|affirmation|certification)\b/i, 'Declaration'],
  [/^(?:[\w-]+ ){0,3}stipulation\b/i, 'Stipulation'],
  [/^letter\b/i, 'Letter'],
  [/^transcript\b/i, 'Transcript'],
  [/^(?:[\w-]+ ){0,3}notice\b/i, 'Notice'],
  [/^(?:[\w-]+ ){0,4}(?:statement|report)\b/i, 'Report'],
]

export function filingType(text: string): string {
  return TYPES.find(([pattern]) => pattern.test(text))?.[1] ?? 'Other'
}

const LONGEST_TITLE = 140
/** Not the period of an abbreviation. */
const SENTENCE_END =
  /(?<!\b(?:Inc|INC|Corp|Co|CO|Ltd|LTD|No|Nos|Mr|Ms|Mrs|Dr|Jr|Sr|Hon|v|vs|U\.S|St|Fed|Civ|[A-Z]))\.\s/

/** The text up to where the clerk turns to who filed it, when, or what else. */
export function filingTitle(text: string): string {
  const plain = oneLine(text)
  const ends = [/\s\(/, /;/, /:?\s(?:filed\s)?by\s/i, SENTENCE_END]
    .map((pattern) => plain.search(pattern))
    .filter((at) => at > 0)
  const title = plain.slice(0, Math.min(plain.length, ...ends)).replace(/[\s.,:;-]+$/, '')
  return shortenTitle(title || plain)
}

export function shortenTitle(title: string): string {
  if (title.length <= LONGEST_TITLE) return title
  const cut = title.slice(0, LONGEST_TITLE - 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 80 ? cut.lastIndexOf(' ') : undefined)}…`
}

const LONGEST_FILER = 200

/** "filed by X on behalf of Y" is Y's filing; orders and clerk's notes name nobody. */
export function filedBy(text: string): string {
  const plain = oneLine(text)
  const [, filer = ''] =
    /\bon behalf of (.+)/i.exec(plain) ??
    /\bfiled by (.+)/i.exec(plain) ??
    /^[\w\s,'’/-]{3,80}? by ([A-Z].+)/.exec(plain) ??
    []
  const end = [/\s?\(/, /;/, / identifying /, / re:? \d/, SENTENCE_END, /(?<=\.)\./].map(
    (pattern) => filer.search(pattern),
  )
  const name = filer.slice(0, Math.min(filer.length, LONGEST_FILER, ...end.filter((at) => at >= 0)))
  return /\b(?:Inc|Corp|Co|Ltd|Jr|Sr|al)\.$/i.test(name) ? name : name.replace(/[\s,.]+$/, '')
}

export interface DocketRow {
  number?: string | undefined
  filedOn?: string | undefined
  title: string
  type?: string | undefined
  filedBy?: string | undefined
  /** The docket text without the date and the number before it. */
  text: string
}

const DAY = String.raw`(\d{1,2}\/\d{1,2}\/\d{4}|[A-Z][a-z]{2,8}\.?\s\d{1,2},\s\d{4})`
const PAGES = String.raw`(?:\(\d+ pgs?[^)]*\)\s*)?`
/**
 * `03/23/2023 14 MOTION for Leave …` as CM/ECF has it, or `14 Mar 23, 2023 MOTION …` as CourtListener does, with any white
 * space between the columns; a minute entry has no number.
 */
const ROW = new RegExp(
  String.raw`^\s*(?:${DAY}\s+(?:(\d{1,9})(?:\s+${PAGES}))?|(\d{1,9})\s+${DAY}\s+)(?=\S)`,
)

/** `(Entered: 03/23/2023)` at the end is the filing date where nothing else gives it. */
const ENTERED = /\(Entered:\s*(\d{1,2}\/\d{1,2}\/\d{4})\)\s*$/i

/** A line copied from CM/ECF; undefined for any other text. */
export function readDocketRow(pasted: string): DocketRow | undefined {
  const row = ROW.exec(pasted)
  const entered = ENTERED.exec(pasted)
  if (!row && !entered) return undefined
  const [matched = '', firstDay, lastNumber, firstNumber, lastDay] = row ?? []
  const filedOn = dayOf(firstDay ?? lastDay ?? entered?.[1] ?? '')
  if (row && !filedOn) return undefined
  const text = pasted.slice(matched.length).trim()
  if (text === '') return undefined
  const type = filingType(text)
  return {
    number: lastNumber ?? firstNumber,
    filedOn,
    title: filingTitle(text),
    type: type === 'Other' ? undefined : type,
    filedBy: filedBy(text) || undefined,
    text,
  }
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** `11/22/2026` or `Nov. 22, 2026` */
function dayOf(written: string): string | undefined {
  const [, name = '', day, year] = /^([A-Z][a-z]{2})\D*(\d+)\D+(\d{4})$/.exec(written) ?? []
  const month = name && MONTHS.indexOf(name) / 3 + 1
  return isoDate(month ? `${month}/${day}/${year}` : written)
}
