import { stemsOf, type Term } from './words.ts'

const SMALL = new Set(
  stemsOf(`a an and are as at be been by did do does for from had has have he her his how i in into is it its me my of
    on or our she so that the their them there these they this those to upon was we were what when where which who whom
    whose why with you your`),
)
/** Words before a number that are often left out. */
const LABELS = new Set(stemsOf('no nos num number section'))

/** Whether the word is in every text and so says nothing about its subject. */
export const isSmall = (stem: string): boolean => SMALL.has(stem)
export const isLabel = (stem: string): boolean => LABELS.has(stem)
export const isNumber = (stem: string | undefined): boolean => /^n\d/.test(stem ?? '')

/** In characters; terms farther apart are not near, even with only small words between them. */
const FARTHEST = 300
const NOWHERE = Number.NEGATIVE_INFINITY

/**
 * The number of other words among the terms where they are closest, plus one if they are out of order. Small words and
 * labels do not count: `Claim No. 112` has nothing between claim and 112.
 */
export function gapAmong(stems: string, terms: readonly Term[]): number {
  const text = ` ${stems} `
  const places = terms.flatMap((term, index) => placesOf(text, term.join(' '), index))
  places.sort((a, b) => a.end - b.end || b.index - a.index)
  const own = countWeighty(terms.flat())
  const wordsFrom = (start: number, end: number) =>
    end - start > FARTHEST ? FAR : countWeighty(text.slice(start, end).split(' ')) - own
  /** `chains`: where the latest sequence of the terms up to this one begins. `last`: where each term was last seen. */
  const chains = terms.map(() => NOWHERE)
  const last = [...chains]
  let gap = FAR
  for (const { index, start, end } of places) {
    last[index] = start
    chains[index] = index === 0 ? start : (chains[index - 1] ?? NOWHERE)
    const inOrder = wordsFrom(chains.at(-1) ?? NOWHERE, end)
    gap = Math.min(gap, inOrder, wordsFrom(Math.min(...last), end) + 1)
  }
  return Math.max(0, gap)
}

/** A gap for terms that are not near each other. */
export const FAR = Number.POSITIVE_INFINITY

function placesOf(text: string, term: string, index: number) {
  const places: { index: number; start: number; end: number }[] = []
  for (let at = text.indexOf(` ${term} `); at >= 0; at = text.indexOf(` ${term} `, at + 1)) {
    places.push({ index, start: at + 1, end: at + 1 + term.length })
  }
  return places
}

function countWeighty(stems: readonly string[]): number {
  let count = 0
  for (const stem of stems) if (stem !== '' && !SMALL.has(stem) && !LABELS.has(stem)) count += 1
  return count
}

/** The most words allowed among terms that are near; a number must be right next to its word. */
export const mostBetween = (terms: readonly Term[]): number =>
  terms.some((term) => term.some(isNumber)) ? 0 : 4
