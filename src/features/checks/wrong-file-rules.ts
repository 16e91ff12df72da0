import { endSentence } from '../../shared/clean-text.ts'
import { formatDate } from '../../shared/date.ts'
import { counted } from '../../shared/number-rules.ts'
import { type FileReading, type Finding, fileFinding, pageList } from './finding-rules.ts'
import { chooseStamp, hasDocketNumber, isSameCase, type Stamp } from './stamp-rules.ts'

export interface ComparisonContext {
  /** This site's case; empty if not set. */
  caseNumber: string
  entry?: { number: number | null; filed_on: string } | undefined
  attachmentNumber?: number | undefined
  publishedElsewhere?: readonly string[]
}

export function compareFile(
  { name, pageCount, reading }: { name: string; pageCount: number; reading: FileReading },
  context: ComparisonContext,
): Finding[] {
  const stamp = chooseStamp(reading.stamps, context.caseNumber)
  const elsewhere = (context.publishedElsewhere ?? []).join('; ')
  const byStamp = stamp && [
    ...otherCase(stamp, context),
    ...missingPages(stamp, reading, pageCount),
    ...otherEntry(stamp, context),
  ]
  return [
    ...(byStamp ?? []),
    ...otherTitle(reading.heading, name),
    ...(elsewhere ? [fileFinding('duplicate', endSentence(`Same file as ${elsewhere}`))] : []),
  ]
}

function otherCase(stamp: Stamp, { caseNumber }: ComparisonContext): Finding[] {
  // The site's case number may be in a format that no court stamps.
  if (!isSameCase(caseNumber, caseNumber) || isSameCase(stamp.caseNumber, caseNumber)) return []
  const text = `Stamped for case ${stamp.caseNumber}; this site’s case is ${caseNumber}.`
  return [fileFinding('other_case', text)]
}

function missingPages(stamp: Stamp, reading: FileReading, filePages: number): Finding[] {
  const { stampedPages, findings, stamps } = reading
  const { pageCount, entryNumber } = stamp
  // Stamps on unchecked pages are unknown.
  if (findings.some(({ kind }) => kind === 'unreadable')) return []
  // `stampedPages` holds the numbers of the newest stamp.
  const isNumbered = chooseStamp(stamps, '') === stamp
  const numbers = isNumbered ? stampedPages.filter((page) => page !== null) : []
  const counts =
    pageCount === null
      ? ''
      : `The stamp says ${counted(pageCount, 'page')}; this file has ${filePages}. `
  if (numbers.length === 0) {
    const hasSameLength = pageCount === null || pageCount === filePages
    return hasSameLength ? [] : [fileFinding('pages_missing', counts.trim())]
  }
  // If the stamp has no page count, part of a filing may begin with any page.
  const first = pageCount === null ? Math.min(...numbers) : 1
  const length = (pageCount ?? Math.max(...numbers)) - first + 1
  const present = new Set(numbers)
  const missing = Array.from({ length }, (_, index) => first + index).filter(
    (page) => !present.has(page),
  )
  const foreign = stampedPages.flatMap((page, index) => (page === null ? [index + 1] : []))
  const isOrdered = numbers.every((page, index) => index === 0 || page > (numbers[index - 1] ?? 0))
  const sentences = [
    missing.length > 0 && `${counts}Missing, according to the stamp: ${pageList(missing)}.`,
    foreign.length > 0 && `Not stamped Document ${entryNumber}: ${pageList(foreign)} of this file.`,
    !isOrdered && 'According to the stamp, its pages are out of order or repeated.',
  ]
  const text = sentences.filter(Boolean).join(' ')
  return text ? [fileFinding('pages_missing', text)] : []
}

function otherEntry(stamp: Stamp, { entry, attachmentNumber }: ComparisonContext): Finding[] {
  if (!entry) return []
  const sentences = [
    entry.number !== null &&
      hasDocketNumber(stamp) &&
      Number(stamp.entryNumber) !== entry.number &&
      `Stamped Document ${stamp.entryNumber}; this entry is ${entry.number}.`,
    attachmentNumber !== undefined &&
      stamp.attachmentNumber !== attachmentNumber &&
      `Stamped ${part(stamp.attachmentNumber)}; filed here ${part(attachmentNumber)}.`,
    stamp.filedOn !== null &&
      stamp.filedOn !== entry.filed_on &&
      `Stamped as filed on ${formatDate(stamp.filedOn)}; this entry’s date is ${formatDate(entry.filed_on)}.`,
  ]
  return sentences.flatMap((text) => (text ? fileFinding('mismatch', text) : []))
}

const part = (attachment: number) =>
  attachment === 0 ? 'as the main document' : `as attachment ${attachment}`

const KINDS: readonly [kind: string, words: RegExp][] = [
  ['motion', /\b(?:motion|application|petition)s?\b/i],
  ['ruling', /\b(?:order|opinion|judgment)s?\b/i],
  ['declaration', /\b(?:declaration|affidavit|affirmation)s?\b/i],
  ['notice', /\bnotice\b/i],
  ['complaint', /\bcomplaint\b/i],
  ['answer', /\b(?:answer|reply|response|opposition|objection)s?\b/i],
  ['stipulation', /\bstipulation\b/i],
]

/** An exhibit's name may describe the filing it belongs to. */
const EXHIBIT = /(?:^|[^a-z])(?:exh?|exhibit|att|attachment|appendix)s?(?![a-z])/i

function otherTitle(heading: string, name: string): Finding[] {
  const kindsIn = (text: string) => KINDS.filter(([, words]) => words.test(text))
  const [named, headed] = [kindsIn(name.replace(/[_-]/g, ' ')), kindsIn(heading)]
  const isSameKind = named.some((kind) => headed.includes(kind))
  if (named.length === 0 || headed.length === 0 || isSameKind || EXHIBIT.test(name)) return []
  return [fileFinding('mismatch', `The file is named “${name}”, but its heading is “${heading}”.`)]
}
