import {
  type Box,
  boundingBox,
  expandedBox,
  findInk,
  forPixels,
  inPixels,
  type Picture,
} from './boxes.ts'
import { overlappingText } from './overlapping-text.ts'
import { BEHIND_TEXT, type Character, isLetterOrDigit, type PageView } from './page-view.ts'
import { isOnCover, listOverInk } from './recognized-text.ts'

/* A page is drawn with and without its text: a character that makes no difference is covered, whatever the cover is. */

export type CoveredText = ReturnType<typeof findCovered>['covered'][number]

/** Pixels per point: 108 dpi, at which a 5-point letter still has a few pixels. */
const SCALE = 1.5
/** Out of 255. Smaller differences are noise at edges. */
const DIFFERENCE = 16
/** In pixels. In taller letters, the eye sees smaller differences. */
const LARGE = 45
const CLEAR_IN_LARGE = 10
/** Some programs put a scan over its recognized text: most characters make no difference, but show in the scan. */
const MAX = 0.7
/** A single letter is an artifact of kerning or half of a ligature. */
const MIN_CHARACTERS = 2
/** What TCPDF adds to every file, and the Government Publishing Office to every page; up to the last letter. */
const ADDED_BY_PROGRAM = [
  /^Powered by TCPDF \(www\.tcpdf\.org$/,
  /^VerDate \S+ [\d:]+ \w+ \d+, \d{4} Jkt \d+ PO \d+ Frm \d+ Fmt \d+ Sfmt \d+(?: \S+){1,3}$/,
  /^\w+ on (?:DSK|PROD)\w+ with [A-Z\d]+$/,
]

/** `hasInk` tells whether anything but text is drawn inside the margins (slow: it looks at every pixel). */
export function findCovered(page: PageView) {
  const { characters } = page
  const everything = page.draw(SCALE)
  const withoutText = page.draw(SCALE, 'noText')
  const isPlain = listPainted(page, everything, withoutText)
  const unpainted = characters.filter((_, index) => !isPlain[index])
  const half = characters.filter(({ text }) => isLetterOrDigit(text)).length / 2
  const mayBeScan = unpainted.length > half
  const isRecognized = (one: Character, index: number) =>
    isLetterOrDigit(one.text) && (one.isInvisible || (mayBeScan && !isPlain[index]))
  // Without the text: words above or below unseen ones are not scanned letters.
  const overInk = listOverInk(page, characters.map(isRecognized), withoutText)
  const unpaintedOverInk = characters.filter((_, index) => !isPlain[index] && overInk[index])
  const isUnderScan = mayBeScan && unpaintedOverInk.length > MAX * unpainted.length
  const isShown = characters.map(({ isInvisible }, index) =>
    isInvisible || (isUnderScan && !isPlain[index])
      ? overInk[index] !== false
      : isPlain[index] === true,
  )
  const covered = runsOf(characters, isShown)
    .filter(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '').length >= MIN_CHARACTERS)
    .filter(({ text }) => !ADDED_BY_PROGRAM.some((one) => one.test(text)))
    // What covers it may show the same words, like a screenshot over the text it was taken from.
    .map((run) => ({ ...run, isDrawnOver: isDrawnOver(run.box, withoutText) }))
  const isSeen = listVisible(characters, isShown)
  const { width, height } = page
  const inside = { left: width / 10, right: width * 0.9, top: height / 10, bottom: height * 0.9 }
  return { covered, isSeen, hasInk: () => findInk(withoutText, inside).isDark }
}

/** A letter without a shape is not seen, although nothing covers it. Signs are seen if a letter beside them is. */
function listVisible(characters: readonly Character[], isShown: readonly boolean[]): boolean[] {
  const isSeen = characters.map(({ hasShape }, index) => hasShape && isShown[index] === true)
  const letters = characters.flatMap(({ text }, index) => (isLetterOrDigit(text) ? [index] : []))
  let next = 0
  return isSeen.map((itself, index) => {
    if (index === letters[next]) {
      next += 1
      return itself
    }
    const beside = letters.slice(Math.max(0, next - 1), next + 1)
    return beside.length === 0 || beside.some((letter) => isSeen[letter])
  })
}

const isDrawnOver = (box: Box, picture: Picture) =>
  !isOnCover(box, picture) && findInk(picture, expandedBox(box, 0, 8)).isDark

/** For each character. Words that overlap other words are drawn and checked separately. */
function listPainted(page: PageView, everything: Picture, withoutText: Picture): boolean[] {
  const { characters } = page
  const slivers = new Map<number, { box: Box; seen: number }>()
  const isPainted = (index: number, picture: Picture): boolean => {
    const one = characters[index]
    if (!one?.box || one.isInvisible || !one.hasShape || !isLetterOrDigit(one.text)) return true
    if (one.isTiny) return false
    const { isSeen, seen, of } = pixelsPainted(one.box, picture, withoutText)
    if (isSeen && seen < MIN_INK * of && of >= MIN_PIXELS)
      slivers.set(index, { box: one.box, seen })
    return isSeen
  }
  const isPlain = characters.map((_, index) => isPainted(index, everything))
  for (const { runs, others } of overlappingText(characters)) {
    const shown = page.draw(SCALE, others)
    for (const [index, { run }] of characters.entries()) {
      if (runs.has(run)) isPlain[index] &&= isPainted(index, shown)
    }
  }
  if (slivers.size === 0) return isPlain
  const alone = page.draw(SCALE, 'textAlone')
  for (const [index, { box, seen }] of slivers) {
    isPlain[index] &&= seen >= MIN_SHARE * pixelsPainted(box, alone).seen
  }
  return isPlain
}

/** Share of a letter: less that sticks out from under a cover cannot be read. Of its box: letters with less ink are checked. */
const MIN_SHARE = 0.4
const MIN_INK = 0.3
/** For smaller letters the share means nothing. */
const MIN_PIXELS = 36
/** Out of 255. A pixel of a letter that shows at all. */
const TRACE = 4

/** Out of 255. On a cover as dark as this, what shines through cannot be read. */
const NEARLY_BLACK = 36

/** Pixels of a box: `of` in all, `seen` with a trace of a letter; `isSeen` if one shows clearly. */
function pixelsPainted(box: Box, picture: Picture, behind?: Picture) {
  const { left, top, right, bottom } = inPixels(picture, box)
  const clear = bottom - top > LARGE ? CLEAR_IN_LARGE : DIFFERENCE
  let [seen, isSeen] = [0, false]
  forPixels(picture, box, (at) => {
    const difference = differenceAt(at, picture, behind)
    if (difference >= TRACE) seen += 1
    isSeen ||= difference >= clear
  })
  return { of: (right - left) * (bottom - top), seen, isSeen }
}

/** Out of 255. @param behind what to compare with; by default, `BEHIND_TEXT` */
function differenceAt(pixel: number, { pixels }: Picture, behind?: Picture): number {
  let [difference, lightest] = [0, 0]
  for (let color = 0; color < 3; color++) {
    const one = pixels[pixel + color] ?? 0
    const other = (behind ? behind.pixels[pixel + color] : BEHIND_TEXT[color]) ?? 0
    difference = Math.max(difference, Math.abs(one - other))
    lightest = Math.max(lightest, one, other)
  }
  return lightest < NEARLY_BLACK ? 0 : difference
}

function runsOf(characters: readonly Character[], isSeen: readonly boolean[]) {
  const runs: { text: string; box: Box }[] = []
  let run: (typeof runs)[number] | undefined
  for (const [index, { text, box }] of characters.entries()) {
    if (box && isSeen[index] === false) {
      if (!run) {
        run = { text: '', box }
        runs.push(run)
      }
      run.box = boundingBox(run.box, box)
      run.text += text
    } else if (run && !isLetterOrDigit(text) && text !== '\n' && text !== '\r') {
      run.text += text
    } else {
      run = undefined
    }
  }
  return runs.map((one) => ({ ...one, text: collapseSpaces(one.text) }))
}

/** Drops what follows the last letter or digit: whether that can be seen was not checked. */
function collapseSpaces(text: string): string {
  const end = [...text].findLastIndex(isLetterOrDigit) + 1
  return [...text].slice(0, end).join('').replace(/\s+/g, ' ').trimStart()
}
