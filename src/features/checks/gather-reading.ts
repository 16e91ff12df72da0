import { type FileReading, type Finding, pageList } from './finding-rules.ts'
import { boxOf, type PageReading } from './read-page.ts'
import { chooseStamp, type Stamp } from './stamp-rules.ts'

/** What was told of a file before its check ended or was ended. */
export interface Told {
  pageCount: number
  carried: readonly Finding[]
  pages: readonly PageReading[]
}

/** The reading of a file from those of its pages. */
export function gatherReading({ pageCount, carried, pages }: Told): FileReading {
  const stamps = unique(pages.flatMap((page) => page.stamps))
  const main = chooseStamp(stamps, '')
  const told = new Map(pages.map((page) => [page.page, page]))
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1)
  return {
    stamps,
    stampedPages: numbers.map((number) => stampedPage(told.get(number), main)),
    heading: told.get(1)?.heading ?? '',
    findings: [
      ...atMost(pages.flatMap((page) => page.findings)),
      ...notesFound(pages),
      ...carried,
      ...scansFound(pages, pageCount),
      ...unchecked(
        numbers.filter((number) => !told.has(number)),
        pageCount,
      ),
    ],
  }
}

/** A list of customers may have thousands, and nobody reads that many. */
const MOST_PLACES = 200

function atMost(findings: readonly Finding[]): readonly Finding[] {
  const [first, ...rest] = findings.slice(MOST_PLACES)
  if (!first) return findings
  const text = `There are ${rest.length + 1} more places like these, from page ${first.page} on.`
  return [...findings.slice(0, MOST_PLACES), { ...first, box: null, text }]
}

const stampKey = ({ caseNumber, entryNumber, attachmentNumber, filedOn }: Stamp) =>
  [caseNumber, entryNumber, attachmentNumber, filedOn].join(' ')

function unique(stamps: readonly Stamp[]): Stamp[] {
  const byKey = new Map<string, Stamp>()
  for (const stamp of stamps) if (!byKey.has(stampKey(stamp))) byKey.set(stampKey(stamp), stamp)
  return [...byKey.values()]
}

function stampedPage(page: PageReading | undefined, main: Stamp | undefined): number | null {
  if (!page || !main) return null
  return page.stamps.find((stamp) => stampKey(stamp) === stampKey(main))?.page ?? null
}

const NOTES = { comment: 'comments or marks', field: 'filled form fields' }

function notesFound(pages: readonly PageReading[]): Finding[] {
  return (['comment', 'field'] as const).flatMap((kind) => {
    const found = pages.flatMap(({ page, notes }) =>
      notes.filter((note) => note.kind === kind).map(({ box }) => ({ page, box: boxOf(box) })),
    )
    const [first] = found
    if (!first) return []
    const where = pageList([...new Set(found.map(({ page }) => page))])
    const text = `Carries ${NOTES[kind]}: ${found.length}, on ${where}.`
    return [{ kind: 'carried' as const, ...first, text }]
  })
}

function scansFound(pages: readonly PageReading[], pageCount: number): Finding[] {
  const scans = pages.filter(({ isScan }) => isScan).map(({ page }) => page)
  if (scans.length === 0) return []
  const text =
    scans.length === pageCount
      ? 'Scanned without text: nothing in it can be searched, or checked for identifiers.'
      : `Scanned without text on ${pageList(scans)}: nothing there can be searched, or checked for identifiers.`
  return [whereOf('no_text', scans, { pageCount, text })]
}

function unchecked(numbers: readonly number[], pageCount: number): Finding[] {
  if (numbers.length === 0) return []
  const what = numbers.length === pageCount ? 'This file' : pageList(numbers).replace(/^p/, 'P')
  const text = `${what} could not be checked, so its text cannot be searched. Look at it before you publish it.`
  return [whereOf('unreadable', numbers, { pageCount, text })]
}

const whereOf = (
  kind: Finding['kind'],
  numbers: readonly number[],
  { pageCount, text }: { pageCount: number; text: string },
): Finding => ({
  kind,
  page: numbers.length === pageCount ? null : (numbers[0] ?? null),
  box: null,
  text,
})
