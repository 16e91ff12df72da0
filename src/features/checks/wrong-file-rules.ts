import { formatDate } from '../../shared/date.ts'
import { type FileReading, type Finding, pageList } from './finding-rules.ts'
import { chooseStamp, isSameCase, type Stamp } from './stamp-rules.ts'

/** A PDF beside the entry that it is to belong to. */
export interface ComparedFile {
  name: string
  pageCount: number
  sha256: string
}

export interface ComparisonContext {
  /** Of this site; empty where it is not known. */
  caseNumber: string
  entry?: { number: number | null; filed_on: string; title: string } | undefined
  /** 0 is the main document. */
  attachmentNumber?: number | undefined
  /** Documents with the same content. */
  publishedElsewhere?: readonly { documentId: number; label: string }[] | undefined
}

/** What tells that this may be the wrong file: other case, pages missing, duplicate, mismatch. */
export function compareFile(
  reading: FileReading,
  file: ComparedFile,
  context: ComparisonContext,
): Finding[] {
  const stamp = chooseStamp(reading.stamps, context.caseNumber)
  const elsewhere = (context.publishedElsewhere ?? []).map(({ label }) => label)
  return [
    ...(stamp ? otherCase(stamp, context) : []),
    ...(stamp ? missingPages(stamp, reading, file) : []),
    ...(stamp ? otherEntry(stamp, context) : []),
    ...otherTitle(reading, file),
    ...(elsewhere.length > 0 ? [whole('duplicate', `Already here as ${list(elsewhere)}.`)] : []),
  ]
}

const list = (words: readonly string[]) => new Intl.ListFormat('en-US').format(words)

const whole = (kind: Finding['kind'], text: string): Finding => ({
  kind,
  page: null,
  box: null,
  text,
})

function otherCase(stamp: Stamp, { caseNumber }: ComparisonContext): Finding[] {
  // An administrator may have written a case number that no court stamps.
  if (!isSameCase(caseNumber, caseNumber) || isSameCase(stamp.caseNumber, caseNumber)) return []
  return [
    whole('other_case', `Stamped for case ${stamp.caseNumber}; this site’s case is ${caseNumber}.`),
  ]
}

function missingPages(stamp: Stamp, reading: FileReading, file: ComparedFile): Finding[] {
  const { stampedPages, findings, stamps } = reading
  const { pageCount, entryNumber } = stamp
  // Nobody knows what is stamped on pages that could not be checked.
  if (findings.some(({ kind }) => kind === 'unreadable')) return []
  // The numbers are those of the newest stamp.
  const isNumbered = chooseStamp(stamps, '') === stamp
  const numbers = isNumbered ? stampedPages.filter((page) => page !== null) : []
  const counts =
    pageCount === null ? '' : `The stamp says ${pageCount} pages; this file has ${file.pageCount}. `
  if (numbers.length === 0) {
    const isAlike = pageCount === null || pageCount === file.pageCount
    return isAlike ? [] : [whole('pages_missing', counts.trim())]
  }
  // Without a count, a part of a filing may begin anywhere.
  const first = pageCount === null ? Math.min(...numbers) : 1
  const length = (pageCount ?? Math.max(...numbers)) - first + 1
  const present = new Set(numbers)
  const missing = Array.from({ length }, (_, index) => first + index).filter(
    (page) => !present.has(page),
  )
  const foreign = stampedPages.flatMap((page, index) => (page === null ? [index + 1] : []))
  const isOrdered = numbers.every((page, index) => index === 0 || page > (numbers[index - 1] ?? 0))
  const sentences = [
    missing.length > 0 && `${counts}Missing by the stamp: ${pageList(missing)}.`,
    foreign.length > 0 &&
      `Without the stamp of Document ${entryNumber}: ${pageList(foreign)} of this file.`,
    !isOrdered && 'By the stamp, its pages are out of order or come twice.',
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? [whole('pages_missing', sentences.join(' '))] : []
}

/** Some circuits stamp a number of the document's own, of seven digits and more. */
const MOST_DIGITS = 6

function otherEntry(stamp: Stamp, { entry, attachmentNumber }: ComparisonContext): Finding[] {
  if (!entry) return []
  const sentences = [
    entry.number !== null &&
      stamp.entryNumber.length <= MOST_DIGITS &&
      Number(stamp.entryNumber) !== entry.number &&
      `Stamped Document ${stamp.entryNumber}; this entry is ${entry.number}.`,
    attachmentNumber !== undefined &&
      stamp.attachmentNumber !== attachmentNumber &&
      `Stamped ${part(stamp.attachmentNumber)}; here it is ${part(attachmentNumber)}.`,
    stamp.filedOn !== null &&
      stamp.filedOn !== entry.filed_on &&
      `Stamped as filed on ${formatDate(stamp.filedOn)}; this entry’s date is ${formatDate(entry.filed_on)}.`,
  ].filter((sentence) => sentence !== false)
  return sentences.map((text) => whole('mismatch', text))
}

const part = (attachment: number) =>
  attachment === 0 ? 'as the main document' : `as attachment ${attachment}`

/** What a filing is, by its name or heading; words for the same are one. */
const KINDS: readonly [kind: string, words: RegExp][] = [
  ['motion', /\b(?:motion|application|petition)s?\b/i],
  ['ruling', /\b(?:order|opinion|judgment)s?\b/i],
  ['declaration', /\b(?:declaration|affidavit|affirmation)s?\b/i],
  ['notice', /\bnotice\b/i],
  ['complaint', /\bcomplaint\b/i],
  ['answer', /\b(?:answer|reply|response|opposition|objection)s?\b/i],
  ['stipulation', /\bstipulation\b/i],
]

function otherTitle({ heading }: FileReading, { name }: ComparedFile): Finding[] {
  const kindsIn = (text: string) => KINDS.filter(([, words]) => words.test(text))
  const [named, headed] = [kindsIn(name.replace(/[_-]/g, ' ')), kindsIn(heading)]
  const isOther =
    named.length > 0 && headed.length > 0 && !named.some((kind) => headed.includes(kind))
  if (!isOther) return []
  return [whole('mismatch', `The file is named “${name}”, but its heading is “${heading}”.`)]
}
