import { type AttachmentTitles, attachmentMatcher } from './attachment-rules.ts'
import { cutText, oneLine } from './clean-text.ts'

export interface NamedEntry {
  number: number | null
  title: string
  /** As the docket text lists them. */
  attachments: AttachmentTitles
}

export const MAX_TITLE_LENGTH = 500
export const MAX_ATTACHMENT_NUMBER = 999_999
const MAX_FILE_NAME = 255
/** In one form and in one filing: the largest filings in bankruptcy cases have fewer than 300 attachments. */
export const MAX_FILES = 300

/** `gov.uscourts.azd.1085839.3.0`, optionally with `_1` for a second copy. */
const recapName = /^gov\.uscourts\.\w+\.\d+\.0*(\d{1,12})\.(\d{1,5})(?:[_-]\w{1,20})?$/i
/** `45`, `45-2`, `45.2`, `45_2`, `045-2_Exhibit B`, `ECF 045-2 - Exhibit B`, `Dkt. 45`, `[45]`, `Document 45-2`; not a date such as `2024-03-15`. */
const numberedName =
  /^(?:(?:ecf|dkt|docket|doc|d\.?[ei]|document(?=[\s._#-]*\d+-\d))(?![a-z])\.?[\s._#-]*(?:no(?![a-z])[\s._-]*)?)?\[?(0\d{9,11}|\d{1,9})(?:(?:-|_(?=\d{1,3}(?:_|$))|\.(?=\d{1,3}$))(\d{1,5}))?\]?(?![-.]?\d)(?:$|[\s_.,–—-]+(.*)$)/i
/** `20240315`, `2024_03_15`, `03_15_2024` */
const datedName =
  /^(?:(?:19|20)\d\d[\s_.-]?(?:0[1-9]|1[0-2])[\s_.-]?(?:0[1-9]|[12]\d|3[01])|\d{1,2}[_.-]\d{1,2}[_.-](?:19|20)?\d\d)(?!\d)/
/** `1-20-cv-10189 12-1`: a case number before the entry number. */
const caseBefore =
  /^(?:case[\s_-]*)?\d{1,2}[-_.]\d{2}-[a-z]{2,6}-\d{1,6}(?:-[a-z]{1,4})*(?:[\s_-]+|$)/i
/** Browsers add this to a second copy. */
const copied = /\s?\(\d{1,2}\)$/
const exhibitName = /\b(?:ex|exh|exhibit|att|attachment|appendix|app|proposed order)(?![a-z])/i

/** Removes folders and control characters. */
export function cleanFileName(typed: string): string {
  const name = /[^/\\]*$/.exec(typed.slice(-4 * MAX_FILE_NAME))?.[0] ?? ''
  return oneLine(name).slice(-MAX_FILE_NAME).toWellFormed() || 'document.pdf'
}

/** Reads the docket numbers in a file name as written by courts, RECAP, and this service's own downloads. */
export function readReference(fileName: string) {
  const stem = stemOf(fileName).replace(copied, '').replace(caseBefore, '')
  const recap = recapName.exec(stem)
  const match = recap ?? (datedName.test(stem) ? null : numberedName.exec(stem))
  if (!match?.[1]) return undefined
  return {
    entryNumber: Number(match[1]),
    /** 0 is the main document. */
    attachmentNumber: Number(match[2] ?? 0),
    words: recap ? '' : readable(match[3] ?? ''),
    /** RECAP's or CourtListener's naming, whose numbers are certainly docket numbers. */
    isRecap: recap !== null,
  }
}

/**
 * Goes by the entry's number in a file name, or by an attachment title in the docket text. If there is no main document
 * yet, one of the other files becomes it (a motion rather than its exhibit); the rest get the attachment numbers listed in
 * the docket text, then the next numbers after the highest in use.
 */
export function proposeNumbers(
  fileNames: readonly string[],
  entry: NamedEntry,
  used: Iterable<number>,
): number[] {
  const taken = new Set(used)
  const titles = entry.attachments
  const match = attachmentMatcher(titles)
  const numbers = fileNames.map((name) => {
    const number = referenceTo(entry, name)?.attachmentNumber ?? match(readable(stemOf(name)))
    if (number === undefined || taken.has(number)) return undefined
    taken.add(number)
    return number
  })
  if (!taken.has(0)) {
    const main = likeliestMain(fileNames, numbers)
    if (main >= 0) numbers[main] = 0
  }
  const listed = [...titles.keys()].filter((number) => !taken.has(number)).values()
  let highest = Math.max(0, ...taken, ...titles.keys())
  return numbers.map((number) => number ?? listed.next().value ?? ++highest)
}

/** Names assigned by scanners and filing systems. */
export const isGenericTitle = (title: string) =>
  /^(?:main|document|main document|attachment|scan|file|untitled)?[\s\d().-]*$/i.test(title)

/** Used if neither the docket text nor the file name has a title. */
export const attachmentTitle = (number: number) => `Attachment ${number}`

/** Of an entry without a title. @param number null for a minute entry */
export const usualTitle = (number: number | null) =>
  number === null ? 'Minute entry' : `Docket entry ${number}`

export function proposeTitle(fileName: string, attachmentNumber: number, entry: NamedEntry) {
  const listed = entry.attachments.get(attachmentNumber)
  if (listed) return cutText(listed, MAX_TITLE_LENGTH)
  const words = referenceTo(entry, fileName)?.words ?? titleFromFileName(fileName)
  if (words) return words
  if (attachmentNumber > 0) return attachmentTitle(attachmentNumber)
  return cutText(entry.title, MAX_TITLE_LENGTH) || 'Main document'
}

function referenceTo(entry: NamedEntry, fileName: string) {
  const reference = readReference(fileName)
  const isOurs =
    reference?.entryNumber === entry.number || (entry.number === null && reference?.isRecap)
  return isOurs ? reference : undefined
}

function likeliestMain(fileNames: readonly string[], numbers: readonly (number | undefined)[]) {
  const isOpen = (_: unknown, index: number) => numbers[index] === undefined
  const plain = fileNames.findIndex(
    (name, i) => isOpen(name, i) && !exhibitName.test(readable(stemOf(name))),
  )
  return plain >= 0 ? plain : fileNames.findIndex(isOpen)
}

/** A title for people, from the file's name; empty if a program made it. */
export function titleFromFileName(fileName: string): string {
  const stem = stemOf(fileName)
  return /^gov[._-]uscourts[._-]/i.test(stem) ? '' : readable(stem)
}

const stemOf = (fileName: string) => cleanFileName(fileName).replace(/\.pdf$/i, '')

/** `Exhibit_B__final-` becomes `Exhibit B final`. */
export function readable(text: string): string {
  const words = text.replace(/[_\s]+/g, ' ').replace(/^[ .,–—-]+|(?<![ .,–—-])[ .,–—-]+$/g, '')
  return cutText(words, MAX_TITLE_LENGTH)
}
