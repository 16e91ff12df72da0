import type { Box } from '../boxes.ts'
import { MAX_PAGE_CHARACTERS } from '../inspection/messages.ts'
import { type Character, isLetterOrDigit } from '../page-view.ts'
import { direct, type FourNumbers, pdfium, places, readFloats, readPlaces } from './library.ts'
import { type OpenPage, objectsOf } from './page-objects.ts'

/** PDFium returns whole device pixels; this many across a page give positions to a hundredth of a point. */
const SPAN = 1_000_000

/** Maps corners to the page as displayed, rotated and cropped. The mapping is affine, so three points determine it. */
export function deviceOf(page: number) {
  const width = pdfium.FPDF_GetPageWidthF(page)
  const height = pdfium.FPDF_GetPageHeightF(page)
  function place(pageX: number, pageY: number): [number, number] {
    pdfium.FPDF_PageToDevice(page, 0, 0, SPAN, SPAN, 0, pageX, pageY, places[0], places[1])
    const [x, y] = readPlaces('i32')
    return [(x / SPAN) * width, (y / SPAN) * height]
  }
  const [x0, y0] = place(0, 0)
  const [xAcross, yAcross] = place(100, 0)
  const [xUp, yUp] = place(0, 100)
  const toX = (x: number, y: number) => x0 + ((xAcross - x0) * x + (xUp - x0) * y) / 100
  const toY = (x: number, y: number) => y0 + ((yAcross - y0) * x + (yUp - y0) * y) / 100
  return ([x1, y1, x2, y2]: FourNumbers): Box => ({
    left: Math.min(toX(x1, y1), toX(x2, y2)),
    top: Math.min(toY(x1, y1), toY(x2, y2)),
    right: Math.max(toX(x1, y1), toX(x2, y2)),
    bottom: Math.max(toY(x1, y1), toY(x2, y2)),
  })
}

/** FPDF_PAGEOBJ_TEXT */
const TEXT = 1
/** FPDF_TEXTRENDERMODE_FILL, and _INVISIBLE and _CLIP: such letters show only as part of a picture, if at all. */
const FILLED = 0
const UNPAINTED = [3, 7]
/** Points. Smaller print cannot be read. */
const MIN_SIZE = 1
/** Width by height of letters that are squeezed or stretched until they cannot be read. */
const MIN_RATIO = 0.1
/** What PDFium writes for a hyphen at the end of a line; it leaves out the line's end. */
const HYPHEN = 2

type TextRun = Pick<Character, 'isInvisible' | 'isUpright' | 'isTiny' | 'size'> & {
  isEmbedded: boolean
}
const PLAIN = { isInvisible: false, isUpright: true, isTiny: false, size: 0, isEmbedded: true }
const LINE_END = { ...PLAIN, text: '\n', box: null, baseline: 0, hasShape: true, run: 0 }

/** The characters, and the text objects with a letter or digit; others, such as blocks (█), may be covers. */
export function readCharacters({ page, text }: OpenPage) {
  const count = pdfium.FPDFText_CountChars(text)
  if (count > MAX_PAGE_CHARACTERS) throw new Error('the page has too many characters')
  const toDevice = deviceOf(page)
  const lettered = new Set<number>()
  const turned = (pdfium.FPDFPage_GetRotation(page) * Math.PI) / 2
  const runs = new Map<number, TextRun>()

  function characterBox(index: number): Box | null {
    if (!direct.FPDFText_GetCharBox(text, index, ...places)) return null
    const [left, right, bottom, top] = readPlaces('double')
    return toDevice([left, top, right, bottom])
  }

  function sizeOf(object: number): string {
    direct.FPDFPageObj_GetBounds(object, ...places)
    const [left, bottom, right, top] = readPlaces('float')
    return `${(right - left).toFixed(1)} ${(top - bottom).toFixed(1)}`
  }

  function baselineOf(index: number): number {
    if (!direct.FPDFText_GetCharOrigin(text, index, places[0], places[1])) return 0
    const [x, y] = readPlaces('double')
    return toDevice([x, y, x, y]).bottom
  }

  /** A picture may show these letters instead: a scan, or what a browser prints for text with a gradient. */
  function isInvisible(object: number): boolean {
    const mode = direct.FPDFTextObj_GetTextRenderMode(object)
    if (mode !== FILLED) return UNPAINTED.includes(mode)
    const isPlain = direct.FPDFPageObj_GetFillColor(object, ...places)
    return isPlain ? readPlaces('i32')[3] === 0 : false
  }

  function readRun(object: number, index: number): TextRun {
    direct.FPDFText_GetMatrix(text, index, places[0])
    const [a, b, c, d] = readFloats()
    const font = direct.FPDFTextObj_GetFont(object)
    const across = Math.hypot(a, b)
    const upward = across === 0 ? 0 : Math.abs(a * d - b * c) / across
    const size = direct.FPDFText_GetFontSize(text, index)
    const isSqueezed = across < MIN_RATIO * upward || upward < MIN_RATIO * across
    return {
      isInvisible: isInvisible(object),
      isUpright: Math.abs(Math.sin(Math.atan2(b, a) + turned)) < 0.1,
      isTiny: isSqueezed || Math.min(across, upward) * size < MIN_SIZE,
      isEmbedded: direct.FPDFFont_GetIsEmbedded(font) !== 0,
      size: upward * size,
    }
  }

  const characters: Character[] = []
  for (let index = 0; index < count; index++) {
    const isAdded = direct.FPDFText_IsGenerated(text, index) === 1
    const object = direct.FPDFText_GetTextObject(text, index)
    const code = direct.FPDFText_GetUnicode(text, index)
    const character = code === HYPHEN ? '-' : textOf(code)
    if (object && isLetterOrDigit(character)) lettered.add(object)
    const painted = runs.get(object) ?? (object ? readRun(object, index) : PLAIN)
    runs.set(object, painted)
    const { isEmbedded, ...run } = painted
    const box = isAdded ? null : characterBox(index)
    const baseline = box ? baselineOf(index) : 0
    const hasShape = !box || !isFlat(box) || isEmbedded
    characters.push({ text: character, box, baseline, hasShape, run: object, ...run })
    if (code === HYPHEN) characters.push(LINE_END)
  }
  // Of words painted twice, as with a shadow, PDFium reports one; what has no letters may be a cover.
  const sizes = new Set([...lettered].map(sizeOf))
  for (const object of objectsOf(page)) {
    const isUnread = direct.FPDFPageObj_GetType(object) === TEXT && !runs.has(object)
    if (isUnread && sizes.has(sizeOf(object))) lettered.add(object)
  }
  return { characters, lettered }
}

/** PDFium gives a letter that it cannot draw its full width and almost no height. */
function isFlat({ left, top, right, bottom }: Box): boolean {
  const [width, height] = [right - left, bottom - top]
  return Math.min(width, height) < Math.max(width, height) / 200
}

/** A broken font may map its letters to anything. */
const textOf = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')
