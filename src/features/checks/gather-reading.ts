import { type FileReading, type Finding, fileFinding, pageList } from './finding-rules.ts'
import type { PageReading } from './inspection/messages.ts'
import { chooseStamp, type Stamp } from './stamp-rules.ts'

/** Combines the pages that were read before the check ended or was stopped. */
export function gatherReading(
  pageCount: number,
  pages: readonly PageReading[],
  embedded: readonly Finding[],
): FileReading {
  const all = pages.flatMap((page) => page.stamps)
  const byKey = Map.groupBy(all, stampKey)
  const stamps = [...byKey.values()].flatMap(([first]) => first ?? []).slice(0, MAX_STAMPS)
  const main = chooseStamp(stamps, '')
  const mainKey = main && stampKey(main)
  const byNumber = new Map(pages.map((page) => [page.page, page]))
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1)
  const missing = numbers.filter((number) => !byNumber.has(number))
  return {
    stamps,
    stampedPages: numbers.map((number) => {
      const stamps = byNumber.get(number)?.stamps
      return stamps?.find((stamp) => stampKey(stamp) === mainKey)?.page ?? null
    }),
    heading: byNumber.get(1)?.heading ?? '',
    findings: [
      ...atMost(pages.flatMap((page) => page.findings)),
      ...noteFindings(pages),
      ...embedded,
      ...scanFindings(pages, pageCount),
      ...unchecked(missing, pageCount),
    ],
  }
}

/** A customer list may have thousands of identifiers, and nobody reads that many findings. */
const MAX_PLACES = 200

function atMost(findings: readonly Finding[]): readonly Finding[] {
  const first = findings[MAX_PLACES]
  if (!first) return findings
  const text = `There are more like these, starting on page ${first.page}.`
  return [...findings.slice(0, MAX_PLACES), { ...first, box: null, text }]
}

/** A filing carries the stamps of one court or two. */
const MAX_STAMPS = 100

const stampKey = ({ caseNumber, entryNumber, attachmentNumber, filedOn }: Stamp) =>
  [caseNumber, entryNumber, attachmentNumber, filedOn].join(' ')

const NOTES = {
  comment: 'comments or markup',
  field: 'completed form fields',
  file: 'files attached to a page',
}

function noteFindings(pages: readonly PageReading[]): Finding[] {
  return (['comment', 'field', 'file'] as const).flatMap((kind) => {
    const findings = pages.flatMap(({ page, notes }) =>
      notes.filter((note) => note.kind === kind).map(({ box, count }) => ({ page, box, count })),
    )
    const [first] = findings
    if (!first) return []
    const count = findings.reduce((sum, one) => sum + one.count, 0)
    const where = pageList(findings.map(({ page }) => page))
    const text = `Contains ${NOTES[kind]}: ${count}, on ${where}.`
    return [{ kind: 'carried' as const, page: first.page, box: first.box, text }]
  })
}

function scanFindings(pages: readonly PageReading[], pageCount: number): Finding[] {
  const scans = pages.flatMap(({ page, isScan }) => (isScan ? [page] : []))
  if (scans.length === 0) return []
  const isWhole = scans.length === pageCount
  const where = isWhole ? ': nothing in it' : ` on ${pageList(scans)}: nothing there`
  const text = `Scanned without text${where} can be searched, or checked for identifiers.`
  return [{ ...fileFinding('no_text', text), page: isWhole ? null : (scans[0] ?? null) }]
}

function unchecked(numbers: readonly number[], pageCount: number): Finding[] {
  if (numbers.length === 0) return []
  const isWhole = numbers.length === pageCount
  const what = isWhole ? 'This file' : pageList(numbers).replace(/^p/, 'P')
  const text = `${what} could not be checked, so its text cannot be searched. Look at it before you publish it.`
  return [{ ...fileFinding('unreadable', text), page: isWhole ? null : (numbers[0] ?? null) }]
}
