import { overlappingText } from './overlapping-text.ts'
import {
  around,
  BEHIND_TEXT,
  type Box,
  type Character,
  inPixels,
  isLetterOrDigit,
  type PageView,
  type Picture,
} from './page-view.ts'

/*
 * Text that can be copied but not seen. The page is drawn twice, with and without its text: where a character makes no
 * difference, something covers it, or it has the color of what is behind it. So the kind of cover does not matter.
 */

export interface CoveredText {
  text: string
  box: Box
}

/** Pixels a point: 108 dots an inch, at which a letter of 5 points still has some pixels of its own. */
const SCALE = 1.5
/** Of 255: less is the noise of edges. */
const DIFFERENCE = 16
/** Some programs put a scan on top of its recognized text: most of a page is unpainted there, and this much of it seen. */
const MOST = 0.7
/** One letter alone is a kerning accident or a ligature's second half. */
const LEAST_CHARACTERS = 2

/**
 * @returns the runs of such characters, in the order of the text, for each character whether it can be seen, and a function
 * that tells whether anything but text is drawn inside the page's margins (it looks at every pixel)
 */
export function findCovered(page: PageView) {
  const { characters } = page
  const everything = page.draw(SCALE)
  const withoutText = page.draw(SCALE, 'noText')
  const isPlain = whichArePainted(page, everything, withoutText)
  const unpainted = characters.filter((_, index) => !isPlain[index])
  const half = characters.filter(({ text }) => isLetterOrDigit(text)).length / 2
  const areScanned = (some: Character[], picture: Picture) =>
    some.length > half && some.filter((one) => isOverInk(one, picture)).length > MOST * some.length
  const isUnderScan = areScanned(unpainted, everything)
  const isRecognized = (one: Character, index: number) =>
    isLetterOrDigit(one.text) && (one.isInvisible || (isUnderScan && !isPlain[index]))
  // The words of a label on a cover are no scanned letters.
  const ink = areScanned(characters.filter(isRecognized), withoutText) ? withoutText : everything
  const isSeen = characters.map((one, index) =>
    isRecognized(one, index) ? isOverInk(one, ink) : isPlain[index] === true,
  )
  const covered = runsOf(characters, isSeen).filter(
    ({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST_CHARACTERS,
  )
  return { covered, isSeen, hasInk: () => hasInk(page, withoutText) }
}

/** Darker than the paper of a scan. */
const INK = 200

function hasInk({ width, height }: PageView, picture: Picture): boolean {
  const inside = { left: width / 10, right: width * 0.9, top: height / 10, bottom: height * 0.9 }
  return somePixel(picture, inside, (at) => (picture.pixels[at + 1] ?? 0) < INK)
}

/** For each character. Those of words that stand over other words are looked at by themselves. */
function whichArePainted(page: PageView, everything: Picture, withoutText: Picture): boolean[] {
  const { characters } = page
  const slivers = new Map<number, number>()
  const isPainted = (index: number, picture: Picture): boolean => {
    const one = characters[index]
    if (!one?.box || one.isInvisible || !one.hasShape || !isLetterOrDigit(one.text)) return true
    const painted = linesPainted(one, differenceOf(picture, withoutText))
    const isSliver = painted.seen < LEAST_SHARE * painted.of && painted.of >= LEAST_LINES
    if (painted.isSeen && isSliver) slivers.set(index, painted.seen)
    return painted.isSeen
  }
  const isPlain = characters.map((_, index) => isPainted(index, everything))
  for (const { runs, others } of overlappingText(characters)) {
    const shown = page.draw(SCALE, others)
    for (const [index, { run }] of characters.entries()) {
      if (runs.has(run)) isPlain[index] &&= isPainted(index, shown)
    }
  }
  if (slivers.size > 0) {
    const alone = page.draw(SCALE, 'textAlone')
    for (const [index, seen] of slivers) {
      const one = characters[index]
      const drawn = one ? linesPainted(one, differenceFrom(alone, BEHIND_TEXT)).seen : 0
      isPlain[index] &&= seen >= LEAST_SHARE * drawn
    }
  }
  return isPlain
}

/** Of a letter's height: nobody reads what sticks out from under a cover, if it is less. */
const LEAST_SHARE = 0.4
/** A letter of fewer lines of pixels is too small for shares. */
const LEAST_LINES = 6
/** Of 255: a line of a letter that is seen at all. */
const TRACE = 4

interface Difference {
  picture: Picture
  /** Of 255, at a pixel. */
  at: (pixel: number) => number
}

const differenceOf = (picture: Picture, other: Picture): Difference => ({
  picture,
  at: (pixel) =>
    largest((color) => (picture.pixels[pixel + color] ?? 0) - (other.pixels[pixel + color] ?? 0)),
})

const differenceFrom = (picture: Picture, colors: readonly number[]): Difference => ({
  picture,
  at: (pixel) => largest((color) => (picture.pixels[pixel + color] ?? 0) - (colors[color] ?? 0)),
})

const largest = (difference: (color: number) => number) =>
  Math.max(Math.abs(difference(0)), Math.abs(difference(1)), Math.abs(difference(2)))

/** Lines of pixels along the text: how many there are in a letter's box, how many have some of it, and whether it is seen at all. */
function linesPainted({ box, isUpright }: Character, { picture, at }: Difference) {
  const { left, top, right, bottom } = inPixels(picture, box ?? NOWHERE)
  const [lines, length] = isUpright ? [bottom - top, right - left] : [right - left, bottom - top]
  let [seen, isSeen] = [0, false]
  for (let line = 0; line < lines; line++) {
    let most = 0
    for (let along = 0; along < length && most < DIFFERENCE; along++) {
      const [x, y] = isUpright ? [left + along, top + line] : [left + line, top + along]
      most = Math.max(most, at((y * picture.width + x) * 4))
    }
    if (most >= TRACE) seen += 1
    isSeen ||= most >= DIFFERENCE
  }
  return { of: lines, seen, isSeen }
}

const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 }

/**
 * Recognized text lies unseen over the scanned letters: there is a picture of each. Where all around it is one color, the
 * scanned letter has been covered, and the text that was recognized has not.
 */
function isOverInk({ text, box }: Character, picture: Picture): boolean {
  if (!box || !isLetterOrDigit(text)) return true
  const margin = (box.bottom - box.top) / 4
  // Across, recognized text may be a little off; up and down, a cover may be no larger than the letters.
  const inner = {
    left: box.left - margin,
    right: box.right + margin,
    top: box.top + margin,
    bottom: box.bottom - margin,
  }
  let [least, most] = [255, 0]
  return somePixel(picture, inner, (at) => {
    const value = picture.pixels[at + 1] ?? 0
    least = Math.min(least, value)
    most = Math.max(most, value)
    return most - least >= 2 * DIFFERENCE
  })
}

/** A box off the page has no pixel. */
function somePixel(picture: Picture, box: Box, is: (at: number) => boolean): boolean {
  const { left, top, right, bottom } = inPixels(picture, box)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (is((y * picture.width + x) * 4)) return true
  }
  return false
}

/** Characters that follow each other, on one line each. */
function runsOf(characters: readonly Character[], isSeen: readonly boolean[]): CoveredText[] {
  const runs: CoveredText[] = []
  let run: CoveredText | undefined
  for (const [index, { text, box }] of characters.entries()) {
    if (box && isSeen[index] === false) {
      if (!run) {
        run = { text: '', box }
        runs.push(run)
      }
      run.box = around(run.box, box)
      run.text += text
    } else if (run && !isLetterOrDigit(text) && text !== '\n' && text !== '\r') {
      run.text += text
    } else {
      run = undefined
    }
  }
  return runs.map((found) => ({ ...found, text: tidy(found.text) }))
}

/** What follows the last letter may be seen or not: nobody can tell. */
const tidy = (text: string) => text.replace(/\s+/g, ' ').replace(/^ |[^\p{L}\p{N}]+$/gu, '')
