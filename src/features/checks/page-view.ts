/*
 * What a reader sees of a page, and where its characters and lines are. Coordinates are points from the top left of the page as it
 * is shown.
 */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Character {
  text: string
  /** Null for what PDFium adds between the characters of the file: spaces and line ends. */
  box: Box | null
  /** Painted with no color, as recognized text over a scan is, and letters cut out of a gradient. */
  isInvisible: boolean
  /** Whether it can be drawn: not where its font is left out of the file, and the library has no such letter. */
  hasShape: boolean
  /** What it is painted with: characters of one run have the same number; 0 for none. */
  run: number
  /** Whether the line runs from left to right. */
  isUpright: boolean
}

/** What somebody wrote on a page or into its form. */
export interface Note {
  /** A redaction is only marked: whoever applies it takes the mark away. */
  kind: 'comment' | 'field' | 'file' | 'redaction'
  text: string
  /** Of a field: what its form asks for. */
  label: string
  box: Box
}

/** Four bytes a pixel: red, green, blue, and one without meaning. The next page's pictures are written over it. */
export interface Picture {
  width: number
  height: number
  /** Pixels a point. */
  scale: number
  pixels: Uint8Array
}

/** A box in whole pixels, as far as it is on the picture. */
export function inPixels({ width, height, scale }: Picture, box: Box): Box {
  return {
    left: Math.max(0, Math.floor(box.left * scale)),
    top: Math.max(0, Math.floor(box.top * scale)),
    right: Math.min(width, Math.ceil(box.right * scale)),
    bottom: Math.min(height, Math.ceil(box.bottom * scale)),
  }
}

/** With `noText` as if nothing were written; with `textAlone` nothing else, on `BEHIND_TEXT`; or without these runs. */
export type Drawn = 'everything' | 'noText' | 'textAlone' | ReadonlySet<number>

/** Red, green and blue: a color that nobody writes in. */
export const BEHIND_TEXT = [0x7f, 0x01, 0x7e] as const

export interface PageView {
  /** Points. */
  width: number
  height: number
  characters: Character[]
  notes: Note[]
  /** @param scale pixels a point; less where the page is very large; only the first two pictures outlive the next one */
  draw(scale: number, what?: Drawn): Picture
  toPng(picture: Picture): Buffer
}

export const isLetterOrDigit = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** A run of characters on one line; columns are lines of their own. */
export interface Line {
  text: string
  box: Box
  isUpright: boolean
}

/** Points between two columns. */
const GAP = 14

export function linesOf(characters: readonly Character[]): Line[] {
  const lines: Line[] = []
  let line: Line | undefined
  for (const { text, box, isUpright } of characters) {
    const isNext = line && box && isUpright && box.left > line.box.right + GAP
    if (text === '\n' || text === '\r' || isNext) line = undefined
    if (box && !line) {
      line = { text: '', box, isUpright }
      lines.push(line)
    }
    if (!line) continue
    line.text += text
    if (box) line.box = around(line.box, box)
  }
  return lines
    .map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() }))
    .filter((one) => isLetterOrDigit(one.text))
}

export const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

/** The share of a page, at its head and at its foot, that headers, footers and stamps have. */
const MARGIN = 1 / 10

/** On a page that was turned after it was stamped, the stamp runs along a side. */
export function isInMargin({ box, isUpright }: Pick<Line, 'box' | 'isUpright'>, page: PageView) {
  const at = isUpright
    ? (box.top + box.bottom) / 2 / page.height
    : (box.left + box.right) / 2 / page.width
  return at < MARGIN || at > 1 - MARGIN
}
