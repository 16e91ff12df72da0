import { stemsOf, type Term } from './words.ts'

const SMALL = new Set(
  stemsOf(`a an and are as at be been by did do does for from had has have he her his how i in into is it its me my of
    on or our she so that the their them there these they this those to upon was we were what when where which who whom
    whose why with you your`),
)
/** What is said before a number, and as often left out. */
const LABELS = new Set(stemsOf('no nos num number section'))

/** Whether every text has the word, so that it says nothing of what a text is about. */
export const isSmall = (stem: string): boolean => SMALL.has(stem)
export const isLabel = (stem: string): boolean => LABELS.has(stem)
export const isNumber = (stem: string | undefined): boolean => /^n\d/.test(stem ?? '')

/** Characters: terms farther apart are not near, however small the words between them. */
const FARTHEST = 300
const NOWHERE = Number.NEGATIVE_INFINITY

/**
 * How many other words stand among the terms where they are closest; one more out of their order. Small words and labels
 * do not count: `Claim No. 112` has nothing between claim and 112.
 */
export function gapAmong(stems: string, terms: readonly Term[]): number {
  const text = ` ${stems} `
  const places = terms.flatMap((term, index) => placesOf(text, term.join(' '), index))
  places.sort((a, b) => a.end - b.end || b.index - a.index)
  const own = countWeighty(terms.flat())
  const wordsFrom = (start: number, end: number) =>
    end - start > FARTHEST ? FAR : countWeighty(text.slice(start, end).split(' ')) - own
  /** Where the last words begin that are the terms up to this one, in order; where each term was last. */
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

/** Of a gap: they are not near. */
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

/** Words among the terms, at most, for them to stand near one another; a number belongs to the word beside it. */
export const mostBetween = (terms: readonly Term[]): number =>
  terms.some((term) => term.some(isNumber)) ? 0 : 4
