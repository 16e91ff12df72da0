import type { Term } from './terms.ts'

/* By what a whole entry is known (whole-index.ts): its stems, and words that stand together where the first is frequent. */

/**
 * Words that nearly every page has. What follows them makes them telling: many entries have `of`, `the` and `court`, few
 * `of_the_court`. Few words, since each makes the rows longer; another list asks for a migration that makes all rows anew.
 */
const FREQUENT = new Set(
  'the of to and in a for by on that court motion section paragraph'.split(' '),
)

/** Words of a token at most. */
const LONGEST = 3

/** Adds the tokens of one text to those of its entry. */
export function addTokens(tokens: Set<string>, stems: readonly string[]): void {
  for (const [index, stem] of stems.entries()) {
    tokens.add(stem)
    const longest = lengthAt(stems, index)
    if (longest > 1) tokens.add(`${stem}_${stems[index + 1]}`)
    if (longest > 2) tokens.add(`${stem}_${stems[index + 1]}_${stems[index + 2]}`)
  }
}

/** How many words the longest token has that begins here. */
function lengthAt(stems: readonly string[], index: number): number {
  let length = 1
  while (
    length < LONGEST &&
    index + length < stems.length &&
    FREQUENT.has(stems[index + length - 1] ?? '')
  ) {
    length += 1
  }
  return length
}

/** The fewest tokens that every entry with these terms has. Each term that is one token is answered by it. */
export function tokensOfTerms(terms: readonly Term[]): string[] {
  const tokens = new Set<string>()
  for (const term of terms) {
    let told = 0
    for (const index of term.keys()) {
      const end = index + lengthAt(term, index)
      if (end > told) tokens.add(term.slice(index, end).join('_'))
      told = Math.max(told, end)
    }
  }
  return [...tokens]
}

/** Whether one token is the whole term, so that an entry that has it has the words in their order. */
export function isOneToken(term: Term): boolean {
  return lengthAt(term, 0) === term.length
}
