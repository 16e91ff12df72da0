import { type Box, type Character, inPixels, type PageView, type Picture } from './page-view.ts'

/*
 * Recognized text lies invisibly over a scan, often not exactly: the scan was askew, or its text some points off. Here the
 * whole text is moved to where the ink is, so that a word can be compared with the ink that it stands for.
 */

/** Turned about the page's center by an angle, whose sine this is, and moved by points. */
interface Shift {
  sine: number
  x: number
  y: number
}

const UNMOVED: Shift = { sine: 0, x: 0, y: 0 }
/** Sine of an angle of a degree. */
const DEGREE = Math.PI / 180
const MAX_LETTERS = 250
/** Times as well as unmoved text: less is chance. */
const BETTER = 1.2

export type MoveBox = (box: Box) => Box

/** @returns what moves a letter's box to the ink of the letter; undefined if the letters are over their ink */
export function alignToInk(
  page: Pick<PageView, 'width' | 'height'>,
  letters: readonly Character[],
  picture: Picture,
): MoveBox | undefined {
  const step = Math.ceil(letters.length / MAX_LETTERS)
  const boxes = letters.flatMap(({ box }, index) => (box && index % step === 0 ? [box] : []))
  const scoreOf = (shift: Shift) => contrastOf(boxes.map(mover(page, shift)), picture)
  const unmoved = scoreOf(UNMOVED)
  let best = { shift: UNMOVED, score: unmoved }
  const consider = (shift: Shift) => {
    const here = scoreOf(shift)
    if (here > best.score) best = { shift, score: here }
  }
  for (let angle = -5; angle <= 5; angle++) {
    for (let y = -12; y <= 12; y += 3) consider({ sine: angle * DEGREE, x: 0, y })
  }
  for (const size of [0.5, 0.25]) {
    const { sine, x, y } = best.shift
    for (const turned of [-size, 0, size]) {
      for (const right of [-12, -6, 0, 6, 12]) {
        for (const down of [-3, 0, 3]) {
          const shift = { sine: sine + turned * DEGREE, x: x + right * size, y: y + down * size }
          consider(shift)
        }
      }
    }
  }
  return best.score > BETTER * unmoved ? mover(page, best.shift) : undefined
}

const mover =
  ({ width, height }: Pick<PageView, 'width' | 'height'>, { sine, x, y }: Shift): MoveBox =>
  ({ left, top, right, bottom }) => {
    const toRight = x - sine * ((top + bottom) / 2 - height / 2)
    const down = y + sine * ((left + right) / 2 - width / 2)
    return {
      left: left + toRight,
      top: top + down,
      right: right + toRight,
      bottom: bottom + down,
    }
  }

/** How much darker the letters' boxes are than what is above and below them. */
function contrastOf(boxes: readonly Box[], picture: Picture): number {
  let sum = 0
  for (const box of boxes) {
    const half = (box.bottom - box.top) / 2
    const above = darkness(picture, { ...box, top: box.top - half, bottom: box.top })
    const below = darkness(picture, { ...box, top: box.bottom, bottom: box.bottom + half })
    sum += darkness(picture, box) - (above + below) / 2
  }
  return Math.max(sum, 0)
}

function darkness(picture: Picture, box: Box): number {
  const { left, top, right, bottom } = inPixels(picture, box)
  let [sum, count] = [0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      sum += 255 - (picture.pixels[(y * picture.width + x) * 4 + 1] ?? 255)
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}
