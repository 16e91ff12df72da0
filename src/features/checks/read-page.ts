import { cutText, oneLine, storable } from '../../shared/clean-text.ts'
import { counted } from '../../shared/number-rules.ts'
import { type Box, boundingBox } from './boxes.ts'
import { findCovered } from './covered-text.ts'
import { embeddedTextFindings } from './embedded-rules.ts'
import { type Finding, type FindingBox, type FindingKind, MAX_SENTENCE } from './finding-rules.ts'
import type { Identifier } from './identifier-rules.ts'
import { MAX_PAGE_FINDINGS, MAX_PAGE_STAMPS, type PageReading } from './inspection/messages.ts'
import { layOutRows } from './layout/text-layout.ts'
import { wordRows } from './layout/text-rows.ts'
import { findLegend, isLegendAlone } from './legend-rules.ts'
import {
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
const UNSEEN = 'can be copied but cannot be seen.'
const UNAPPLIED = 'Marked for redaction but not redacted: it can still be read.'

/** @param shown what of the page can be seen. The page may have been closed since. */
export function readPage(page: PageView, number: number, shown = findCovered(page)): PageReading {
  const { characters, notes } = page
  const { covered, isSeen, hasInk } = shown
  const seen = characters.filter((_, index) => isSeen[index])
  const lines = groupLines(seen)
  const isReadable = isText(characters)
  const text = isReadable ? storable(layOutRows(wordRows(seen))) : ''
  const embedded = page.embedded.map((one) => ({ ...one, page: number }))
  const finding = (kind: FindingKind, words: string, box: Box): Finding => {
    const text = cutText(oneLine(words), MAX_SENTENCE)
    return { kind, page: number, box: boxAround(box), text }
  }
  const findings = [
    ...embeddedTextFindings(embedded, new Map([[number, text]])),
    ...covered.map(({ text: { length }, box }) =>
      finding('covered_text', `${counted(length, 'character')} ${UNSEEN}`, box),
    ),
    ...notes
      .filter(({ kind }) => kind === 'redaction')
      .map(({ box }) => finding('covered_text', UNAPPLIED, box)),
    ...identifiersOf(page, lines).map(({ text, box }) => finding('identifier', text, box)),
    ...legendsOf(lines, page).map(({ text, box }) => finding('sealed_legend', text, box)),
  ]
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height }
  if (!isReadable) findings.push(finding('unreadable', UNKNOWN_LETTERS, whole))
  const inMargins = new Set(
    characters.filter(({ box, isUpright }) => !box || isInMargin({ box, isUpright }, page)),
  )
  const isWordless = characters.every((one) => !isLetterOrDigit(one.text) || inMargins.has(one))
  return {
    page: number,
    text,
    stamps: readStamps(textOf([...inMargins])).slice(0, MAX_PAGE_STAMPS),
    heading: number === 1 ? storable(findHeading(lines, page.width)) : '',
    isScan: isWordless && hasInk(),
    notes: countNotes(notes),
    findings: findings.slice(0, MAX_PAGE_FINDINGS),
  }
}

/** Bullets and check boxes have such characters, too. */
const MAX_UNREADABLE = 0.1

/** A font may not say what its letters are; PDFium then gives their places in it. U+0002 is its hyphen at the end of a line. */
function isText(characters: readonly Character[]): boolean {
  const shown = textOf(characters).replaceAll('\u0002', '').replace(/\s/g, '')
  const unreadable = shown.match(/[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu) ?? []
  return unreadable.length <= MAX_UNREADABLE * shown.length
}

type Place = Pick<PageLine, 'text' | 'box'>

/** What a text box or field shows is text of the page, too: it counts once. */
const withoutRepeats = (onPage: readonly Place[], inNotes: readonly Place[]): Place[] => [
  ...onPage,
  ...inNotes.filter((note) => !onPage.some((one) => one.text === note.text && overlaps(one, note))),
]

const overlaps = ({ box: a }: Place, { box: b }: Place) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function countNotes(notes: readonly Note[]): PageReading['notes'] {
  return [...Map.groupBy(notes, ({ kind }) => kind)].flatMap(([kind, some]) => {
    const [first] = some
    return first ? [{ kind, count: some.length, box: boxAround(first.box) }] : []
  })
}

function boxAround({ left, top, right, bottom }: Box): FindingBox {
  const round = (points: number) => Math.round(points * 10) / 10
  return [round(left), round(top), round(right - left), round(bottom - top)]
}

function identifiersOf({ characters, notes }: PageView, lines: readonly PageLine[]): Place[] {
  const sentence = ({ label, masked }: Identifier) => `${label} ${masked}`
  const onPage = placeIdentifiers(characters).map(({ places, ...one }) => ({
    text: sentence(one),
    box: places.flatMap(({ box }) => box ?? []).reduce(boundingBox),
  }))
  const inNotes = notes.flatMap((note) =>
    identifiersIn(note, lines).map((one) => ({ text: sentence(one), box: note.box })),
  )
  return withoutRepeats(onPage, inNotes)
}

/** Points. Letters taller than this belong to a stamp or watermark, not a heading. */
const STAMP_HEIGHT = 20

function brokenLegends(lines: readonly PageLine[], page: PageView): Place[] {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1]
    if (!next || !isInMargin(line, page) || !isInMargin(next, page)) return []
    if (findLegend(line.text) ?? findLegend(next.text)) return []
    return [{ text: `${line.text} ${next.text}`, box: boundingBox(line.box, next.box) }]
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

const legendsIn = (parts: readonly Place[]): Place[] =>
  parts.flatMap(({ text, box }) => {
    const words = findLegend(text)
    return words ? [{ text: `“${words}”`, box }] : []
  })

/* A title is below the caption; in capitals, large, or centered; with a word that titles use. */

const TITLE_WORD =
  /\b(?:motions?|orders?|declaration|affidavit|affirmation|notice|memorandum|brief|complaint|answer|reply|response|opposition|objections?|stipulation|opinion|judgment|petition|application|report|certificat(?:e|ion)|statement|request|summons|subpoena|appendix|index|plan|schedules?|agreement|entry of appearance|transcript|verdict|indictment|exhibit|attachment|proof of (?:service|claim)|bill of costs|lease|contract)\b/i
/** Court, parties, and number, and what appears above and below a caption. */
const CAPTION =
  /\bcourt\b(?!['’]s)|\bdistrict of\b|\bdivision\b|\bcircuit\b|^in re\b|^in the matter\b|\bvs?\.|\bcase\b|\bcivil action\b|\bc\.?a\.? no|\bno\. ?\d|^chapter \d|^hon|^judge\b|\bet al\b|^page \d|\d:\d\d-|^\(?(?:plaintiff|defendant|petitioner|respondent|debtor|appell(?:ant|ee)|movant|claimant)s?\b[^a-z]*$/i

const AFTER = /^(?:case|civil|no\.|judge|hon|dated?|by)\b|\d:\d\d-/i

/** In multiples of the height of the page's other lines. */
const LARGE = 1.25
/** Share of the page's width: how far off-center a centered line may be. */
const CENTERED = 0.05
const MAX_HEADING_LENGTH = 200
const MAX_WORDS = 14

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
  const text = lines
    .slice(from, to + 1)
    .map((line) => line.text)
    .join(' ')
  return text.slice(0, MAX_HEADING_LENGTH).replace(/[\s,;:)(_*]+$/, '')
}

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
