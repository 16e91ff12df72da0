import { type Box, boundingBox, type Picture } from './boxes.ts'

export interface Character {
  text: string
  /** Null for spaces and line ends that PDFium inserts. */
  box: Box | null
  baseline: number
  /** Height of the font. */
  size: number
  /** Too small, or squeezed too much, to be read. */
  isTiny: boolean
  /** Painted with no color, like recognized text over a scan, or letters cut out of a gradient. */
  isInvisible: boolean
  /** False if the font is not embedded and PDFium has no such letter, so that it cannot be drawn. */
  hasShape: boolean
  /** The same number for all characters painted as one text object; 0 for none. */
  run: number
  isUpright: boolean
}

export interface Note {
  /** A redaction here was marked but not applied: applying it removes the mark. */
  kind: 'comment' | 'field' | 'file' | 'redaction'
  text: string
  label: string
  box: Box
}

export type EmbeddedSource = 'bookmarks' | 'destinations' | 'descriptions' | 'replacements'

export interface EmbeddedText {
  source: EmbeddedSource
  text: string
  page: number | null
}

/** `noText` leaves out all text; `textAlone` draws only text, on `BEHIND_TEXT`; a set leaves out these runs. */
export type Drawn = 'everything' | 'noText' | 'textAlone' | ReadonlySet<number>

/** Red, green, and blue of a color that documents do not use for text. */
export const BEHIND_TEXT = [0x7f, 0x01, 0x7e] as const

export interface PageView {
  width: number
  height: number
  characters: Character[]
  notes: Note[]
  /** The text that its content gives in place of what it shows (`takeActualText`). */
  embedded: Omit<EmbeddedText, 'page'>[]
  /** @param scale pixels per point, less on very large pages. Only the first two pictures of a page survive later ones. */
  draw(scale: number, what?: Drawn): Picture
  toPng(picture: Picture): Buffer
}

export const isLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** Characters on one line; columns are separate lines. */
export interface PageLine {
  text: string
  box: Box
  isUpright: boolean
}

export const textOf = (characters: readonly Pick<Character, 'text'>[]) =>
  characters.map(({ text }) => text).join('')

const GAP = 14

export function groupLines(characters: readonly Character[]): PageLine[] {
  const lines: PageLine[] = []
  let line: PageLine | undefined
  for (const { text, box, isUpright } of characters) {
    const isNext = line && box && isUpright && isApart(box, line.box)
    if (text === '\n' || text === '\r' || isNext) line = undefined
    if (box && !line) {
      line = { text: '', box, isUpright }
      lines.push(line)
    }
    if (!line) continue
    line.text += text
    if (box) line.box = boundingBox(line.box, box)
  }
  return lines
    .map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
    .filter((one) => isLetterOrDigit(one.text))
}

const isApart = (one: Box, other: Box) =>
  one.left > other.right + GAP || one.top > other.bottom || one.bottom < other.top

/** The share of a page, at top and bottom, used by headers, footers, and stamps. */
const MARGIN = 1 / 10

/** If a page was rotated after it was stamped, the stamp runs along a side. */
export function isInMargin({ box, isUpright }: Omit<PageLine, 'text'>, page: PageView): boolean {
  const at = isUpright
    ? (box.top + box.bottom) / 2 / page.height
    : (box.left + box.right) / 2 / page.width
  return at < MARGIN || at > 1 - MARGIN
}
