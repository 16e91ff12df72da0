import { oneLine, storable } from '../../shared/clean-text.ts'
import { findCovered } from './covered-text.ts'
import type { Finding, FindingBox } from './finding-rules.ts'
import { findHeading } from './heading-rules.ts'
import { findIdentifiers } from './identifier-rules.ts'
import { findLegend, isLegendAlone } from './legend-rules.ts'
import {
  around,
  type Box,
  type Character,
  isInMargin,
  isLetterOrDigit,
  type Line,
  linesOf,
  type Note,
  type PageView,
} from './page-view.ts'
import { readStamps, type Stamp } from './stamp-rules.ts'

/** What was found on one page; the process that reads PDFs sends one of these per page. */
export interface PageReading {
  page: number
  /** The visible text, if the page also has text that cannot be seen. */
  seenText?: string
  stamps: Stamp[]
  /** Only set for the first page. */
  heading: string
  /** The page is a picture, with words only in its margins. */
  isScan: boolean
  notes: Pick<Note, 'kind' | 'box'>[]
  findings: Finding[]
}

const UNAPPLIED = 'Marked for redaction but not redacted: it can still be read.'

export function readPage(page: PageView, number: number): PageReading {
  const { characters, notes } = page
  const { covered, isSeen, hasInk } = findCovered(page)
  const isWhole = covered.length === 0
  const seen = isWhole ? characters : characters.filter((_, index) => isSeen[index])
  const lines = linesOf(seen)
  const found = [
    ...covered.map(({ text, box }) => ({
      kind: 'covered_text' as const,
      text: `${text.length} characters can be copied but cannot be seen.`,
      box,
    })),
    ...notes
      .filter(({ kind }) => kind === 'redaction')
      .map(({ box }) => ({ kind: 'covered_text' as const, text: UNAPPLIED, box })),
    ...identifiersOf(characters, notes),
    ...legendsOf(lines, page),
  ]
  const inMargins = new Set(
    characters.filter(({ box, isUpright }) => !box || isInMargin({ box, isUpright }, page)),
  )
  const isWordless = characters.every((one) => !isLetterOrDigit(one.text) || inMargins.has(one))
  return {
    page: number,
    ...(!isWhole && { seenText: storable(textOf(seen)) }),
    stamps: readStamps(textOf([...inMargins])),
    heading: number === 1 ? storable(findHeading(lines, page.width)) : '',
    isScan: isWordless && hasInk(),
    notes: notes.map(({ kind, box }) => ({ kind, box })),
    findings: found.map(({ kind, text, box }) => ({
      ...{ kind, page: number, box: boxOf(box) },
      text: oneLine(text),
    })),
  }
}

const textOf = (characters: readonly Character[]) => characters.map(({ text }) => text).join('')

export function boxOf({ left, top, right, bottom }: Box): FindingBox {
  const round = (points: number) => Math.round(points * 10) / 10
  return [round(left), round(top), round(right - left), round(bottom - top)]
}

function identifiersOf(characters: readonly Character[], notes: readonly Note[]) {
  const onPage = placeIdentifiers(characters).map(({ places, ...found }) => {
    return { ...found, box: places.flatMap(({ box }) => box ?? []).reduce(around) }
  })
  const inNotes = notes.flatMap((note) =>
    identifiersIn(note).map((found) => ({ ...found, box: note.box })),
  )
  return [...onPage, ...inNotes].map(({ label, masked, box }) => ({
    kind: 'identifier' as const,
    text: `${label} ${masked}`,
    box,
  }))
}

/** A form may say only beside the field, or in its name, what number belongs in it. */
export const identifiersIn = ({ label, text }: Note) => findIdentifiers(`${label}: ${text}`)

export function placeIdentifiers(characters: readonly Character[]) {
  const ends: number[] = []
  for (const { text } of characters) ends.push((ends.at(-1) ?? 0) + text.length)
  return findIdentifiers(textOf(characters)).flatMap((found) => {
    const places = characters.filter((_, index) => {
      const end = ends[index] ?? 0
      return end > found.start && end <= found.end
    })
    return places.some(({ box }) => box) ? [{ ...found, places }] : []
  })
}

/** Points. Letters taller than this belong to a stamp or watermark, not a heading. */
const STAMP_HEIGHT = 20

/** A legend in a margin may take two lines. */
function brokenLegends(lines: readonly Line[], page: PageView) {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1]
    if (!next || !isInMargin(line, page) || !isInMargin(next, page)) return []
    const isAlone = findLegend(line.text) ?? findLegend(next.text)
    return isAlone ? [] : [{ text: `${line.text} ${next.text}`, box: around(line.box, next.box) }]
  })
}

function legendsOf(lines: readonly Line[], page: PageView) {
  const inLines = lines.filter(
    (line) =>
      isInMargin(line, page) ||
      !line.isUpright ||
      line.box.bottom - line.box.top > STAMP_HEIGHT ||
      isLegendAlone(line.text),
  )
  return [...inLines, ...brokenLegends(lines, page), ...page.notes].flatMap(({ text, box }) => {
    const words = findLegend(text)
    return words ? [{ kind: 'sealed_legend' as const, text: `“${words}”`, box }] : []
  })
}
