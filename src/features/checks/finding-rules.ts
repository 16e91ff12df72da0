import * as z from 'zod'
import type { Stamp } from './stamp-rules.ts'

/** Far above the longest filing; every page costs time. */
export const MAX_PAGES = 20_000
export const MAX_SENTENCE = 1000

export const KIND_LABELS = {
  covered_text: 'Redaction may have failed',
  identifier: 'Personal identifier',
  sealed_legend: 'Sealing legend',
  carried: 'Embedded data',
  other_case: 'Different case',
  pages_missing: 'Missing pages',
  duplicate: 'Duplicate',
  mismatch: 'Mismatch',
  no_text: 'No text',
  unreadable: 'Could not be checked',
} as const

export type FindingKind = keyof typeof KIND_LABELS

const points = z.number().min(-1e9).max(1e9)

/** `[x, y, width, height]` in points from the page's top left. */
export const FindingBox = z.tuple([points, points, points, points])
export type FindingBox = z.infer<typeof FindingBox>

/** A page of null means the whole file, a box of null the whole page. */
export const Finding = z.object({
  kind: z.enum(Object.keys(KIND_LABELS) as FindingKind[]),
  page: z.int().min(1).max(MAX_PAGES).nullable(),
  box: FindingBox.nullable(),
  /** A sentence, or the words found; identifiers are masked except for the last four characters. */
  text: z.string().max(MAX_SENTENCE),
})
export type Finding = z.infer<typeof Finding>

export const PIXELS_PER_POINT = 2
export const SPOT_MARGIN = { x: 150, y: 60 }

/** In pixels: pages reserve this space for the picture before it loads. */
export const spotSize = ([x, y, width, height]: FindingBox) => ({
  width: Math.round((Math.min(x, SPOT_MARGIN.x) + width + SPOT_MARGIN.x) * PIXELS_PER_POINT),
  height: Math.round((Math.min(y, SPOT_MARGIN.y) + height + SPOT_MARGIN.y) * PIXELS_PER_POINT),
})

export const fileFinding = (kind: FindingKind, text: string): Finding => {
  return { kind, page: null, box: null, text }
}

export interface FileReading {
  stamps: Stamp[]
  /** For each page, the number in its stamp ("Page 2 of 12"); null if there is none. */
  stampedPages: (number | null)[]
  /** "MOTION TO DISMISS"; empty if none was found. */
  heading: string
  findings: Finding[]
}

export type FindingPlace = { page: number; box: FindingBox | null }

/** These cannot be undone once public, so an entry with one waits for a decision; a page nobody checked may have any. */
const DISCLOSURES: FindingKind[] = ['covered_text', 'identifier', 'sealed_legend', 'unreadable']

type OfKind = Pick<Finding, 'kind'>

export const isDisclosure = ({ kind }: OfKind) => DISCLOSURES.includes(kind)

export const isUndecided = (finding: OfKind & { decided_at: number | null }) =>
  finding.decided_at === null && isDisclosure(finding)

const INFORMATION: FindingKind[] = ['carried', 'no_text', 'duplicate']

/** Among many files dropped at once, wrong files wait for a decision as well. */
export const needsDecision = ({ kind }: OfKind) => !INFORMATION.includes(kind)

const severity = (one: OfKind) => Number(isDisclosure(one)) + Number(needsDecision(one))
export const bySeverity = (a: OfKind, b: OfKind) => severity(b) - severity(a)

export const CHECK_LIMITS =
  'Not checked: names of minors, faces, handwriting, and anything visible only in a scan.'

export function findingSentence({ kind, page, text }: Pick<Finding, 'kind' | 'page' | 'text'>) {
  const where = page === null ? '' : ` on page ${page}`
  return `${KIND_LABELS[kind]}${where}: ${text}`
}

export function pageList(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  const words = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  const list = new Intl.ListFormat('en-US').format(words)
  return `${numbers.length === 1 ? 'page' : 'pages'} ${list}`
}
