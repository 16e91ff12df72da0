import { cutText, oneLine, storable } from '../../shared/clean-text.ts'
import { counted } from '../../shared/number-rules.ts'
import { type CoveredText, findCovered } from './covered-text.ts'
import { embeddedTextFindings } from './embedded-rules.ts'
import type { FindingBox } from './finding-rules.ts'
import { findHeading } from './heading-rules.ts'
import { findIdentifiers } from './identifier-rules.ts'
import {
  MAX_PAGE_FINDINGS,
  MAX_PAGE_STAMPS,
  MAX_SENTENCE,
  type PageReading,
} from './inspection/messages.ts'
import { layOutText } from './layout/text-layout.ts'
import { findLegend, isLegendAlone } from './legend-rules.ts'
import {
  type Box,
  boundingBox,
  type Character,
  groupLines,
  isInMargin,
  isLetterOrDigit,
  type Note,
  type PageLine,
  type PageView,
} from './page-view.ts'
import { readStamps } from './stamp-rules.ts'

const UNAPPLIED = 'Marked for redaction but not redacted: it can still be read.'

/** @returns also the runs of covered words, which are never reported */
export function readPage(page: PageView, number: number): PageReading & { covered: CoveredText[] } {
  const { characters, notes } = page
  const { covered, isSeen, hasInk } = findCovered(page)
  const seen = characters.filter((_, index) => isSeen[index])
  const lines = groupLines(seen)
  const text = storable(layOutText(seen))
  const embedded = page.embedded.map((one) => ({ ...one, page: number }))
  const placed = [
    ...covered.map(({ text, box }) => ({
      kind: 'covered_text' as const,
      text: `${counted(text.length, 'character')} can be copied but cannot be seen.`,
      box,
    })),
    ...notes
      .filter(({ kind }) => kind === 'redaction')
      .map(({ box }) => ({ kind: 'covered_text' as const, text: UNAPPLIED, box })),
    ...identifiersOf(characters, notes),
    ...legendsOf(lines, page),
  ].map(({ kind, text, box }) => ({
    ...{ kind, page: number, box: boxAround(box) },
    text: cutText(oneLine(text), MAX_SENTENCE),
  }))
  const findings = [...embeddedTextFindings(embedded, new Map([[number, text]])), ...placed]
  const inMargins = new Set(
    characters.filter(({ box, isUpright }) => !box || isInMargin({ box, isUpright }, page)),
  )
  const isWordless = characters.every((one) => !isLetterOrDigit(one.text) || inMargins.has(one))
  return {
    covered,
    page: number,
    text,
    stamps: readStamps(textOf([...inMargins])).slice(0, MAX_PAGE_STAMPS),
    heading: number === 1 ? storable(findHeading(lines, page.width)) : '',
    isScan: isWordless && hasInk(),
    notes: countNotes(notes),
    findings: findings.slice(0, MAX_PAGE_FINDINGS),
  }
}

/** What a text box or field shows is text of the page, too: it counts once. */
const withoutRepeats = <Found extends { text: string; box: Box }>(
  onPage: readonly Found[],
  inNotes: readonly Found[],
): Found[] => [
  ...onPage,
  ...inNotes.filter((note) => !onPage.some((one) => one.text === note.text && overlaps(one, note))),
]

const overlaps = ({ box: a }: { box: Box }, { box: b }: { box: Box }) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function countNotes(notes: readonly Note[]): PageReading['notes'] {
  return [...Map.groupBy(notes, ({ kind }) => kind)].flatMap(([kind, some]) => {
    const [first] = some
    return first ? [{ kind, count: some.length, box: boxAround(first.box) }] : []
  })
}

const textOf = (characters: readonly Character[]) => characters.map(({ text }) => text).join('')

export function boxAround({ left, top, right, bottom }: Box): FindingBox {
  const round = (points: number) => Math.round(points * 10) / 10
  return [round(left), round(top), round(right - left), round(bottom - top)]
}

function identifiersOf(characters: readonly Character[], notes: readonly Note[]) {
  const finding = ({ label, masked }: { label: string; masked: string }, box: Box) => ({
    ...{ kind: 'identifier' as const, text: `${label} ${masked}` },
    box,
  })
  const onPage = placeIdentifiers(characters).map(({ places, ...one }) =>
    finding(one, places.flatMap(({ box }) => box ?? []).reduce(boundingBox)),
  )
  const inNotes = notes.flatMap((note) => identifiersIn(note).map((one) => finding(one, note.box)))
  return withoutRepeats(onPage, inNotes)
}

/** A form may say only beside the field, or in its name, what number belongs in it. */
export const identifiersIn = ({ label, text }: Note) => findIdentifiers(`${label}: ${text}`)

export function placeIdentifiers(characters: readonly Character[]) {
  /** For each UTF-16 unit, its character. */
  const units = characters.flatMap((one) => Array.from({ length: one.text.length }, () => one))
  return findIdentifiers(textOf(characters)).flatMap((findings) => {
    const places = [...new Set(units.slice(findings.start, findings.end))]
    return places.some(({ box }) => box) ? [{ ...findings, places }] : []
  })
}

/** Points. Letters taller than this belong to a stamp or watermark, not a heading. */
const STAMP_HEIGHT = 20

/** A legend in a margin may take two lines. */
function brokenLegends(lines: readonly PageLine[], page: PageView) {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1]
    if (!next || !isInMargin(line, page) || !isInMargin(next, page)) return []
    const isAlone = findLegend(line.text) ?? findLegend(next.text)
    return isAlone
      ? []
      : [{ text: `${line.text} ${next.text}`, box: boundingBox(line.box, next.box) }]
  })
}

function legendsOf(lines: readonly PageLine[], page: PageView) {
  const inLines = lines.filter(
    (line) =>
      isInMargin(line, page) ||
      !line.isUpright ||
      line.box.bottom - line.box.top > STAMP_HEIGHT ||
      isLegendAlone(line.text),
  )
  return withoutRepeats(
    legendsIn([...inLines, ...brokenLegends(lines, page)]),
    legendsIn(page.notes),
  )
}

const legendsIn = (parts: readonly { text: string; box: Box }[]) =>
  parts.flatMap(({ text, box }) => {
    const words = findLegend(text)
    return words ? [{ kind: 'sealed_legend' as const, text: `“${words}”`, box }] : []
  })
