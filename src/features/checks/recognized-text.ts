import { type Box, expandedBox, findInk, forPixels, inPixels, type Picture } from './boxes.ts'
import { type Character, isLetterOrDigit, type PageView } from './page-view.ts'

/*
 * Recognized text lies invisibly over a scan that is skewed, or a few points off. Here the whole text is moved to where the
 * ink is, so that a word can be compared with the ink that it stands for.
 */

/** Out of 255. Smaller differences are the grain of the paper. */
const DIFFERENCE = 32

export function listOverInk(page: PageView, isRecognized: readonly boolean[], picture: Picture) {
  const { characters } = page
  const overInk = characters.map((one, index) =>
    isRecognized[index] ? isOverInk(one, picture) : undefined,
  )
  decideByWord(overInk)
  if (!overInk.includes(false)) return overInk
  const letters = characters.filter((_, index) => isRecognized[index])
  const move = alignToInk(page, letters, picture)
  if (!move) return overInk
  for (const [index, one] of characters.entries()) {
    if (!one.box || !isRecognized[index] || isOnCover(one.box, picture)) continue
    overInk[index] = isOverInk({ ...one, box: move(one.box) }, picture)
  }
  decideByWord(overInk)
  return overInk
}

/** Single recognized letters may be slightly off, so a whole word, of successive ones, counts as seen or not. */
function decideByWord(overInk: (boolean | undefined)[]): void {
  let start = 0
  for (let end = 0; end <= overInk.length; end++) {
    if (overInk[end] !== undefined) continue
    const word = overInk.slice(start, end)
    overInk.fill(2 * word.filter(Boolean).length >= word.length, start, end)
    start = end + 1
  }
}

/** Wherever the ink of the word is, nothing can be read here. */
export const isOnCover = (box: Box, picture: Picture) => !findInk(picture, box).isLight

/** A single color is a cover. What does not change along the line is a rule or the edge of a box, and no letter. */
function isOverInk({ text, box, isUpright }: Character, picture: Picture): boolean {
  if (!box || !isLetterOrDigit(text)) return true
  const margin = (box.bottom - box.top) / 4
  // Recognized text may be slightly off horizontally; a cover may be no taller than the letters.
  const [inner, outer] = [expandedBox(box, margin, -margin), expandedBox(box, margin, margin)]
  return varies(picture, inner, isUpright) && varies(picture, outer, !isUpright)
}

function varies(picture: Picture, box: Box, alongRows: boolean): boolean {
  const { left, top, right, bottom } = inPixels(picture, box)
  const [lines, length] = alongRows ? [bottom - top, right - left] : [right - left, bottom - top]
  for (let line = 0; line < lines; line++) {
    let [min, max] = [255, 0]
    for (let along = 0; along < length; along++) {
      const [x, y] = alongRows ? [left + along, top + line] : [left + line, top + along]
      const value = picture.pixels[(y * picture.width + x) * 4 + 1] ?? 0
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
    if (max - min >= DIFFERENCE) return true
  }
  return false
}

/** Turned about the page's center by an angle, whose sine this is, and moved by points. */
interface Shift {
  sine: number
  x: number
  y: number
}

const DEGREE = Math.PI / 180
const MAX_LETTERS = 120
/** A fit must be this many times as good as unmoved text, and this good per letter (out of 255); less is chance. */
const BETTER = 1.2
const MIN_CONTRAST = 5
const ANGLES = Array.from({ length: 11 }, (_, index) => (index - 5) * DEGREE)
const shiftsBy = (...moves: number[]) =>
  ANGLES.flatMap((sine) => moves.map((y): Shift => ({ sine, x: 0, y })))
const [UP, DOWN] = [shiftsBy(-12, -10, -8, -6, -4, -2), shiftsBy(0, 2, 4, 6, 8, 10, 12)]
/** Out of 255, of all pixels of a letter. Darker places are covers. */
const DARK = 170

/** @returns what moves a letter's box to the ink of the letter; undefined if the letters are over their ink */
function alignToInk(page: PageView, letters: readonly Character[], picture: Picture) {
  const step = Math.ceil(letters.length / MAX_LETTERS)
  const boxes = letters.flatMap(({ box }, index) => (box && index % step === 0 ? [box] : []))
  const isUpright = letters[0]?.isUpright !== false
  const scoreOf = (shift: Shift) => contrastOf(boxes.map(mover(page, shift)), picture, isUpright)
  const bestOf = (shifts: readonly Shift[]) =>
    shifts.map((shift) => ({ shift, score: scoreOf(shift) })).reduce(better)
  const refined = (start: Shift) => bestOf(around(bestOf(around(start, 0.5)).shift, 0.25))
  // A line above its ink is below the next line's: both are tried, since roughly either may fit.
  const best = [UP, DOWN].map((shifts) => refined(bestOf(shifts).shift)).reduce(better)
  const unmoved = scoreOf({ sine: 0, x: 0, y: 0 })
  const isBetter = best.score > Math.max(BETTER * unmoved, MIN_CONTRAST * boxes.length)
  return isBetter ? mover(page, best.shift) : undefined
}

const better = <Scored extends { score: number }>(a: Scored, b: Scored) =>
  b.score > a.score ? b : a

const around = ({ sine, x, y }: Shift, size: number): Shift[] =>
  [-size, 0, size].flatMap((turned) =>
    [-12, -6, 0, 6, 12].flatMap((right) =>
      [-3, 0, 3].map((down) => {
        return { sine: sine + turned * DEGREE, x: x + right * size, y: y + down * size }
      }),
    ),
  )

const mover =
  ({ width, height }: PageView, { sine, x, y }: Shift) =>
  ({ left, top, right, bottom }: Box): Box => {
    const toRight = x - sine * ((top + bottom) / 2 - height / 2)
    const down = y + sine * ((left + right) / 2 - width / 2)
    return {
      left: left + toRight,
      top: top + down,
      right: right + toRight,
      bottom: bottom + down,
    }
  }

/** How much darker the letters' boxes are than what is between their lines. */
function contrastOf(boxes: readonly Box[], picture: Picture, isUpright: boolean): number {
  return boxes.reduce((sum, box) => {
    const { left, top, right, bottom } = box
    const [across, down] = isUpright ? [0, (bottom - top) / 2] : [(right - left) / 2, 0]
    const outer = expandedBox(box, across, down)
    const before = isUpright ? { ...outer, bottom: top } : { ...outer, right: left }
    const after = isUpright ? { ...outer, top: bottom } : { ...outer, left: right }
    const between = (darkness(picture, before) + darkness(picture, after)) / 2
    return sum + darkness(picture, box) - between
  }, 0)
}

function darkness(picture: Picture, box: Box): number {
  let [sum, count] = [0, 0]
  forPixels(picture, box, (at) => {
    sum += 255 - (picture.pixels[at + 1] ?? 255)
    count += 1
  })
  const mean = sum / Math.max(1, count)
  return mean > DARK ? 0 : mean
}
