import leven from 'leven'
import type { Queryable } from '../../platform/database/schema.ts'
import { WORD } from '../../platform/search/search-index.ts'
import { listSimilarWords } from '../../platform/search/search-queries.ts'
import { foldText } from '../../platform/search/search-query.ts'
import { isSmall } from './query-rules.ts'

/** Of a search. */
const MAX_WORDS = 4
/** Of a word, the nearest first. */
const MAX_CORRECTIONS = 6

/** How many public entries match what is typed. */
type Count = (typed: string) => Promise<number>

/** Each word that is not on the docket becomes the nearest that is. The index has words of drafts, too: `count` must confirm. */
export async function suggestWords(db: Queryable, typed: string, count: Count) {
  const corrections = new Map<string, string[]>()
  for (const word of new Set(typed.match(WORD)?.slice(0, MAX_WORDS))) {
    if (isSmall(word) || isShortName(word) || (await count(word)) > 0) continue
    const some = await listSpellings(db, word, count)
    if (some.length === 0) return undefined
    corrections.set(word, some)
  }
  const max = Math.max(0, ...Array.from(corrections.values(), ({ length }) => length))
  for (let choice = 0; choice < max; choice += 1) {
    const corrected = typed.replace(WORD, (word) => {
      const some = corrections.get(word) ?? []
      return some[choice] ?? some[0] ?? word
    })
    if ((await count(corrected)) > 0) return corrected
  }
  return undefined
}

/** `CBRE` is a name and never a misspelt word. */
const isShortName = (word: string) => word.length <= 5 && word === word.toUpperCase()

async function listSpellings(db: Queryable, word: string, count: Count) {
  const typed = foldText(word).toLowerCase()
  const max = typed.length < 8 ? 1 : 2
  const forms = Map.groupBy(await listSimilarWords(db, word, max), ({ folded }) => folded)
  const near = [...forms.keys()]
    .map((folded) => ({ folded, distance: distanceOf(typed, folded) }))
    .filter(({ folded, distance }) => distance <= max && distance > 0 && !isSmall(folded))
    .filter(({ folded }) => typed.length > 4 || isLetterLost(typed, folded))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_CORRECTIONS)
  const counted = await Promise.all(
    near.map(async (one) => ({ ...one, entries: await count(one.folded) })),
  )
  return counted
    .filter(({ entries }) => entries > 0)
    .sort((a, b) => a.distance - b.distance || b.entries - a.entries)
    .map(({ folded }) => usualForm((forms.get(folded) ?? []).map((form) => form.word)))
}

/** The same letters in another order are one typo. */
function distanceOf(typed: string, word: string): number {
  const isSwapped = typed.length === word.length && lettersOf(typed) === lettersOf(word)
  const distance = leven(typed, word)
  return isSwapped && distance === 2 ? 1 : distance
}

/** In four letters, any other typo makes another word: `seal` is not `Sean`. */
const isLetterLost = (typed: string, word: string) =>
  word.length > typed.length || lettersOf(typed) === lettersOf(word)

const lettersOf = (word: string) => word.split('').sort().join('')

/** A common word stands in lower case somewhere; a name is only written in capitals in captions. */
function usualForm(forms: readonly string[]): string {
  const isCapitals = (form: string) => form === form.toUpperCase()
  return (
    forms.find((form) => form === form.toLowerCase()) ??
    forms.find((form) => !isCapitals(form)) ??
    forms[0] ??
    ''
  )
}
