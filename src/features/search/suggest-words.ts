import type { Queryable } from '../../platform/database/schema.ts'
import { isSmall } from '../../platform/search/closeness.ts'
import { countWords } from '../../platform/search/whole-index.ts'
import { stemsOf } from '../../platform/search/words.ts'
import { correctionsOf, withCaseOf, wordsToCorrect } from './spelling-rules.ts'

/** How many corrections of a word are tried, the most frequent first. */
const MOST_TRIED = 3

/**
 * What was typed, with words that are not on the docket replaced by words that are. The index also has words from
 * drafts, so `finds` must confirm that a public entry matches.
 */
export async function suggestWords(
  db: Queryable,
  typed: string,
  finds: (typed: string) => Promise<boolean>,
): Promise<string | undefined> {
  const corrections = new Map<string, string[]>()
  for (const word of wordsToCorrect(typed)) {
    if (stemsOf(word).every(isSmall) || (await finds(word))) continue
    corrections.set(word, await listCorrections(db, word))
  }
  const most = Math.max(0, ...Array.from(corrections.values(), (some) => some.length))
  for (let choice = 0; choice < most; choice += 1) {
    const corrected = typed.replace(/[a-z]+/gi, (word) => {
      const some = corrections.get(word) ?? []
      const correction = some[choice] ?? some[0]
      return correction ? withCaseOf(word, correction) : word
    })
    if (await finds(corrected)) return corrected
  }
  return undefined
}

async function listCorrections(db: Queryable, word: string): Promise<string[]> {
  const byStem = new Map<string, string>()
  for (const correction of correctionsOf(word)) {
    const [stem = ''] = stemsOf(correction)
    if (!byStem.has(stem)) byStem.set(stem, correction)
  }
  const counts = await countWords(db, [...byStem.keys()])
  const known = [...byStem].filter(([stem]) => (counts.get(stem) ?? 0) > 0)
  known.sort(([a], [b]) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return known.slice(0, MOST_TRIED).map(([, correction]) => correction)
}
