import { cutText, oneLine, storable } from '../../shared/clean-text.ts'
import { counted } from '../../shared/number-rules.ts'
import { type CoveredText, findCovered } from './covered-text.ts'
import { embeddedTextFindings } from './embedded-rules.ts'
import type { FindingBox } from './finding-rules.ts'
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
  textOf,
} from './page-view.ts'
import { identifiersIn, placeIdentifiers } from './place-identifiers.ts'
import { readStamps } from './stamp-rules.ts'

const UNKNOWN_LETTERS =
  'Its fonts do not say what their letters are, so its words were not checked. Read the page.'
const UNAPPLIED = 'Marked for redaction but not redacted: it can still be read.'

/** @returns also the runs of covered words, which are never reported */
export function readPage(page: PageView, number: number): PageReading & { covered: CoveredText[] } {
  const { characters, notes } = page
  const { covered, isSeen, hasInk } = findCovered(page)
  const seen = characters.filter((_, index) => isSeen[index])
  const lines = groupLines(seen)
  const isReadable = isText(characters)
  const text = isReadable ? storable(layOutText(seen)) : ''
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
    ...identifiersOf(page, lines),
    ...legendsOf(lines, page),
    ...(isReadable
      ? []
      : [{ kind: 'unreadable' as const, text: UNKNOWN_LETTERS, box: wholeOf(page) }]),
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

const wholeOf = ({ width, height }: PageView): Box => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
})

/** Bullets and check boxes have such characters, too. */
const MAX_UNREADABLE = 0.1

/** A font may not say what its letters are; PDFium then gives their places in it. U+0002 is its hyphen at the end of a line. */
function isText(characters: readonly Character[]): boolean {
  const shown = textOf(characters).replaceAll('\u0002', '').replace(/\s/g, '')
  const unreadable = shown.match(/[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu) ?? []
  return unreadable.length <= MAX_UNREADABLE * shown.length
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

export function boxAround({ left, top, right, bottom }: Box): FindingBox {
  const round = (points: number) => Math.round(points * 10) / 10
  return [round(left), round(top), round(right - left), round(bottom - top)]
}

function identifiersOf({ characters, notes }: PageView, lines: readonly PageLine[]) {
  const finding = ({ label, masked }: { label: string; masked: string }, box: Box) => ({
    ...{ kind: 'identifier' as const, text: `${label} ${masked}` },
    box,
  })
  const onPage = placeIdentifiers(characters).map(({ places, ...one }) =>
    finding(one, places.flatMap(({ box }) => box ?? []).reduce(boundingBox)),
  )
  const inNotes = notes.flatMap((note) =>
    identifiersIn(note, lines).map((one) => finding(one, note.box)),
  )
  return withoutRepeats(onPage, inNotes)
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

/* Finds a filing's title: below the caption; in capitals, large, or centered; with a word that titles use. */

const TITLE_WORD =
  /\b(?:motions?|orders?|declaration|affidavit|affirmation|notice|memorandum|brief|complaint|answer|reply|response|opposition|objections?|stipulation|opinion|judgment|petition|application|report|certificat(?:e|ion)|statement|request|summons|subpoena|appendix|index|plan|schedules?|agreement|entry of appearance|transcript|verdict|indictment|exhibit|attachment|proof of (?:service|claim)|bill of costs|lease|contract)\b/i
/** Court, parties, and number, and what appears above and below a caption. */
const CAPTION =
  /\bcourt\b(?!['’]s)|\bdistrict of\b|\bdivision\b|\bcircuit\b|^in re\b|^in the matter\b|\bvs?\.|\bcase\b|\bcivil action\b|\bc\.?a\.? no|\bno\. ?\d|^chapter \d|^hon|^judge\b|\bet al\b|^page \d|\d:\d\d-|^\(?(?:plaintiff|defendant|petitioner|respondent|debtor|appell(?:ant|ee)|movant|claimant)s?\b[^a-z]*$/i

/** Ends a title of several lines. */
const AFTER = /^(?:case|civil|no\.|judge|hon|dated?|by)\b|\d:\d\d-/i

/** In multiples of the height of the page's other lines. */
const LARGE = 1.25
/** Share of the page's width: how far off-center a centered line may be. */
const CENTERED = 0.05
const MAX_HEADING_LENGTH = 200
const MAX_WORDS = 14

/** For the first page; empty if nothing is clearly a title. @param width of the page, in points */
function findHeading(lines: readonly PageLine[], width: number): string {
  const heights = lines.map(heightOf).sort((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  const isTitle = (line: PageLine | undefined) =>
    line?.isUpright === true &&
    !CAPTION.test(line.text) &&
    line.text.split(' ').length <= MAX_WORDS &&
    (isCapital(line.text) || heightOf(line) > LARGE * usual || isCentered(line, width))
  const titles = lines.filter((line) => TITLE_WORD.test(line.text) && isTitle(line))
  const first =
    titles.find((line) => isCapital(line.text)) ?? titles.find((line) => isTitleCase(line.text))
  const at = first && lines.indexOf(first)
  if (at === undefined) return ''
  let [from, to] = [at, at]
  while (isAbove(lines[from - 1], lines[from]) && isTitle(lines[from - 1])) from -= 1
  while (isAbove(lines[to], lines[to + 1]) && !AFTER.test(lines[to + 1]?.text ?? '')) to += 1
  const text = lines.slice(from, to + 1).map((line) => line.text)
  return text
    .join(' ')
    .slice(0, MAX_HEADING_LENGTH)
    .replace(/[\s,;:)(_*]+$/, '')
}

/** Whether both may be lines of one heading: similar, close, and one above the other. */
function isAbove(upper: PageLine | undefined, lower: PageLine | undefined): lower is PageLine {
  if (!upper || !lower || isCapital(upper.text) !== isCapital(lower.text)) return false
  const gap = lower.box.top - upper.box.bottom
  const isClose = gap > -1 && gap < 1.6 * Math.max(heightOf(upper), heightOf(lower))
  const overlaps = upper.box.left < lower.box.right && lower.box.left < upper.box.right
  const isWritten = isCapital(lower.text) || isTitleCase(lower.text)
  return isClose && overlaps && isWritten
}

const heightOf = ({ box }: PageLine) => box.bottom - box.top

const isCapital = (text: string) => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text)

/** Not a sentence: its longer words are capitalized. */
const isTitleCase = (text: string) =>
  !isCapital(text) &&
  !/[.;]$|\d{3}/.test(text) &&
  text.split(' ').every((word) => word.length < 5 || !/^\p{Ll}/u.test(word))

const isCentered = ({ box }: PageLine, width: number) =>
  Math.abs((box.left + box.right) / 2 - width / 2) < CENTERED * width && box.left > 0.2 * width
