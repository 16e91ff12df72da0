import type { Queryable } from '../../platform/database/schema.ts'
import { gapAmong, mostBetween } from '../../platform/search/closeness.ts'
import { findGapsOnPages } from '../../platform/search/page-queries.ts'
import { findWords, listOwnStems } from '../../platform/search/whole-index.ts'
import type { Term } from '../../platform/search/words.ts'

/** With more matches, the distance between the words says little and takes long to find. */
const MOST_RANKED = 1000

/** Ranks, lowest first. The gaps leave room to add the number of words between those asked for. */
const NAMED = -2000
const NEAR_IN_TITLE = -100
const NEAR = 0
const IN_TITLE = 100
const IN_OWN_TEXT = 101
const ON_ONE_PAGE = 102
const SCATTERED = 103

interface Ranked {
  terms: readonly Term[]
  /** IDs of entries that were asked for by number or hearing. */
  first: readonly number[]
  /** How many entries need to be in this order. */
  end: number
}

/**
 * First entries asked for by number or hearing; then those with all words close together in the title and type, in the
 * entry's own text, or on a page; then with all words in one of these; then scattered. The databases' own ranks differ.
 */
export async function bestFirst(
  db: Queryable,
  matches: readonly number[],
  { terms, first, end }: Ranked,
): Promise<number[]> {
  if (terms.length === 0) return [...matches]
  const most = mostBetween(terms)
  const isClose = terms.length > 1 && matches.length <= MOST_RANKED
  const ranks = new Map(first.map((id, index) => [id, NAMED + index]))
  const rankOf = (id: number) => ranks.get(id) ?? SCATTERED
  const put = (id: number, rank: number) => ranks.set(id, Math.min(rank, rankOf(id)))
  const putNear = (id: number, gap: number, near: number) => gap < most + 1 && put(id, near + gap)

  const title = await findWords(db, terms, 'title')
  for (const id of title) put(id, IN_TITLE)
  if (isClose) {
    const titled = matches.filter((id) => title.has(id))
    for (const { entry_id, stems } of await listOwnStems(db, titled, 'title_stems')) {
      putNear(entry_id, titleGap(stems, terms), NEAR_IN_TITLE)
    }
  }
  const rest = matches.filter((id) => rankOf(id) > (isClose ? NEAR : IN_TITLE))
  if (matches.length - rest.length < end && rest.length > 0) {
    const own = await findWords(db, terms, 'own')
    for (const id of own) put(id, IN_OWN_TEXT)
    if (isClose) {
      const withText = rest.filter((id) => own.has(id))
      for (const { entry_id, stems } of await listOwnStems(db, withText, 'stems')) {
        putNear(entry_id, gapAmong(stems, terms), NEAR)
      }
      for (const [id, gap] of await findGapsOnPages(db, rest, terms)) {
        put(id, ON_ONE_PAGE)
        // At the same distance, the entry's own text goes first.
        putNear(id, gap + 0.5, NEAR)
      }
    }
  }
  return matches.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** At the same distance, titles that begin with the words go first: the order before the motion for it. */
function titleGap(stems: string, terms: readonly Term[]): number {
  return gapAmong(stems, terms) + (stems.startsWith(` ${terms[0]?.join(' ')} `) ? 0 : 0.5)
}
