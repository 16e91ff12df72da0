import type { PageLine } from './page-view.ts'

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
export function findHeading(lines: readonly PageLine[], width: number): string {
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
