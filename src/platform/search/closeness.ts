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

const weighty = (stems: readonly string[]) =>
  stems.filter((stem) => !SMALL.has(stem) && !LABELS.has(stem))

export interface Closeness {
  /** How many other words stand among the terms where they are closest; one more out of their order. */
  gap: number
  isAtStart: boolean
}

/** Small words and labels do not count: `Claim No. 112` has nothing between claim and 112. */
export function closenessOf(stems: string, terms: readonly Term[]): Closeness {
  const words = weighty(stems.split(' ').filter((stem) => stem !== ''))
  const wanted = terms.map(weighty).filter((term) => term.length > 0)
  const length = wanted.flat().length
  /** Where the first words begin that are the terms up to this one, in order; where each was met last. */
  const chains = wanted.map(() => Number.NEGATIVE_INFINITY)
  const met = [...chains]
  const byLast = Map.groupBy(wanted.keys(), (index) => wanted[index]?.at(-1))
  let gap = wanted.length > 0 ? Number.POSITIVE_INFINITY : 0
  for (const [at, word] of words.entries()) {
    for (const index of byLast.get(word)?.toReversed() ?? []) {
      const term = wanted[index] as Term
      const start = at - term.length + 1
      if (!term.every((stem, offset) => words[start + offset] === stem)) continue
      met[index] = start
      chains[index] = index === 0 ? start : (chains[index - 1] as number)
      const inOrder = at - (chains.at(-1) as number)
      gap = Math.min(gap, inOrder + 1 - length, at - Math.min(...met) + 2 - length)
    }
  }
  return { gap: Math.max(0, gap), isAtStart: words[0] === wanted[0]?.[0] }
}

/** Words among the terms, at most, for them to stand near one another; a number belongs to the word beside it. */
export const mostBetween = (terms: readonly Term[]): number =>
  terms.some((term) => term.some(isNumber)) ? 0 : 4
