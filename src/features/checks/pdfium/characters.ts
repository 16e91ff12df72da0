import { MAX_PAGE_CHARACTERS } from '../inspection/messages.ts'
import { type Box, type Character, isLetterOrDigit } from '../page-view.ts'
import {
  allocate,
  directOf,
  type FourNumbers,
  free,
  heapOf,
  type OpenPage,
  objectsOf,
  type ToDevice,
} from './library.ts'

/* Where a page's characters are, and how they are painted. */

/** PDFium returns whole device pixels; this many across a page give positions to a hundredth of a point. */
const SPAN = 1_000_000

/** The mapping is affine, so three points determine it. */
export function deviceOf({ library, page }: Pick<OpenPage, 'library' | 'page'>): ToDevice {
  const width = library.FPDF_GetPageWidthF(page)
  const height = library.FPDF_GetPageHeightF(page)
  const at = allocate(library, 8)
  function place(x: number, y: number): [number, number] {
    library.FPDF_PageToDevice(page, 0, 0, SPAN, SPAN, 0, x, y, at, at + 4)
    const share = (value: number) => heapOf(library).getValue(value, 'i32') / SPAN
    return [share(at) * width, share(at + 4) * height]
  }
  const [x0, y0] = place(0, 0)
  const [xAcross, yAcross] = place(100, 0)
  const [xUp, yUp] = place(0, 100)
  free(library, at)
  const toX = (x: number, y: number) => x0 + ((xAcross - x0) * x + (xUp - x0) * y) / 100
  const toY = (x: number, y: number) => y0 + ((yAcross - y0) * x + (yUp - y0) * y) / 100
  return ([x1, y1, x2, y2]) => ({
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

/** What is the same for all characters of a text object. */
type TextRun = Pick<Character, 'isInvisible' | 'isUpright' | 'isTiny' | 'size'> & {
  isEmbedded: boolean
}
const PLAIN = { isInvisible: false, isUpright: true, isTiny: false, size: 0 }
const NO_RUN: TextRun = { ...PLAIN, isEmbedded: true }
const LINE_END: Character = {
  ...PLAIN,
  ...{ text: '\n', box: null, baseline: 0, hasShape: true, run: 0 },
}

/**
 * The characters, and the text objects with a letter or digit; others, such as blocks (█), may be covers.
 * @throws if there are more characters than a page can have
 */
export function readCharacters({ library, page, text }: OpenPage, toDevice: ToDevice) {
  const pdfium = directOf(library)
  const count = library.FPDFText_CountChars(text)
  if (count > MAX_PAGE_CHARACTERS) throw new Error('the page has too many characters')
  const numbers = allocate(library, 4 * 8)
  const places: FourNumbers = [numbers, numbers + 8, numbers + 16, numbers + 24]
  const heap = heapOf(library)
  const lettered = new Set<number>()
  const turned = (library.FPDFPage_GetRotation(page) * Math.PI) / 2
  const runs = new Map<number, TextRun>()

  const written = (type: 'double' | 'float' | 'i32') =>
    places.map((at) => heap.getValue(at, type)) as FourNumbers

  function characterBox(index: number): Box | null {
    if (!pdfium.FPDFText_GetCharBox(text, index, ...places)) return null
    const [left, right, bottom, top] = written('double')
    return toDevice([left, top, right, bottom])
  }

  function sizeOf(object: number): string {
    pdfium.FPDFPageObj_GetBounds(object, ...places)
    const [left, bottom, right, top] = written('float')
    return `${(right - left).toFixed(1)} ${(top - bottom).toFixed(1)}`
  }

  function baselineOf(index: number): number {
    if (!pdfium.FPDFText_GetCharOrigin(text, index, places[0], places[1])) return 0
    const [x, y] = written('double')
    return toDevice([x, y, x, y]).bottom
  }

  /** A picture may show these letters instead: a scan, or what a browser prints for text with a gradient. */
  function isInvisible(object: number): boolean {
    const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
    if (mode !== FILLED) return UNPAINTED.includes(mode)
    const isPlain = pdfium.FPDFPageObj_GetFillColor(object, ...places)
    return isPlain ? written('i32')[3] === 0 : false
  }

  function readRun(object: number, index: number): TextRun {
    pdfium.FPDFText_GetMatrix(text, index, numbers)
    const [a = 1, b = 0, c = 0, d = 1] = [0, 4, 8, 12].map((at) =>
      heap.getValue(numbers + at, 'float'),
    )
    const font = pdfium.FPDFTextObj_GetFont(object)
    const across = Math.hypot(a, b)
    const upward = across === 0 ? 0 : Math.abs(a * d - b * c) / across
    const size = pdfium.FPDFText_GetFontSize(text, index)
    const isSqueezed = across < MIN_RATIO * upward || upward < MIN_RATIO * across
    return {
      isInvisible: isInvisible(object),
      isUpright: Math.abs(Math.sin(Math.atan2(b, a) + turned)) < 0.1,
      isTiny: isSqueezed || Math.min(across, upward) * size < MIN_SIZE,
      isEmbedded: pdfium.FPDFFont_GetIsEmbedded(font) !== 0,
      size: upward * size,
    }
  }

  const characters: Character[] = []
  for (let index = 0; index < count; index++) {
    const isAdded = pdfium.FPDFText_IsGenerated(text, index) === 1
    const object = pdfium.FPDFText_GetTextObject(text, index)
    const code = pdfium.FPDFText_GetUnicode(text, index)
    const character = code === HYPHEN ? '-' : textOf(code)
    if (object && isLetterOrDigit(character)) lettered.add(object)
    const painted = runs.get(object) ?? (object ? readRun(object, index) : NO_RUN)
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
  objectsOf(library, page, (object) => {
    const isUnread = pdfium.FPDFPageObj_GetType(object) === TEXT && !runs.has(object)
    if (isUnread && sizes.has(sizeOf(object))) lettered.add(object)
  })
  free(library, numbers)
  return { characters, lettered }
}

/** PDFium gives a letter that it cannot draw its full width and almost no height. */
function isFlat({ left, top, right, bottom }: Box): boolean {
  const [width, height] = [right - left, bottom - top]
  return Math.min(width, height) < Math.max(width, height) / 200
}

/** A broken font may map its letters to anything. */
const textOf = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')
