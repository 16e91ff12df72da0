import type { Queryable } from '../../platform/database/schema.ts'
import { FAR, gapAmong, mostBetween } from '../../platform/search/closeness.ts'
import { findGapsOnPages } from '../../platform/search/page-queries.ts'
import { findWords, listOwnStems } from '../../platform/search/whole-index.ts'
import type { Term } from '../../platform/search/words.ts'

/** With more matches, where the words stand says little and takes long to find out. */
const MOST_RANKED = 1000

interface Ranked {
  terms: readonly Term[]
  /** Entries that were asked for by their number or hearing, by ID. */
  first: readonly number[]
  /** How many have to be in this order. */
  end: number
}

/**
 * What was named; all words near one another in the title and type, in the entry's own text or on a page of a document; all
 * words in title and type, in the entry's own text, on one page; scattered. The databases' own measures would differ.
 */
export async function bestFirst(
  db: Queryable,
  matches: readonly number[],
  { first, terms, end }: Ranked,
): Promise<number[]> {
  const [named, others] = partition(matches, (id) => first.includes(id))
  named.sort((a, b) => first.indexOf(a) - first.indexOf(b))
  if (others.length === 0) return named
  const title = await findWords(db, terms, 'title')
  const asked = { terms, title, end: end - named.length }
  const order = terms.length > 1 && matches.length <= MOST_RANKED ? closestFirst : titledFirst
  return [...named, ...(await order(db, others, asked))]
}

interface Asked extends Omit<Ranked, 'first'> {
  /** Entries with all words in their title and type. */
  title: ReadonlySet<number>
}

async function titledFirst(db: Queryable, matches: readonly number[], asked: Asked) {
  const [titled, untitled] = partition(matches, (id) => asked.title.has(id))
  if (titled.length >= asked.end || untitled.length === 0) return [...titled, ...untitled]
  const own = await findWords(db, asked.terms, 'own')
  return [titled, ...partition(untitled, (id) => own.has(id))].flat()
}

async function closestFirst(db: Queryable, matches: readonly number[], asked: Asked) {
  const { terms, title, end } = asked
  const most = mostBetween(terms)
  const titled = matches.filter((id) => title.has(id))
  const titleRows = await listOwnStems(db, titled, 'title_stems')
  const titles = new Map(titleRows.map((row) => [row.entry_id, titleRank(row.stems, terms)]))
  const rankOfTitle = (id: number) => titles.get(id) ?? FAR
  const [near, rest] = partition(matches, (id) => rankOfTitle(id) < most + 1)
  near.sort((a, b) => rankOfTitle(a) - rankOfTitle(b))
  if (near.length >= end || rest.length === 0) return [...near, ...rest]

  const own = await findWords(db, terms, 'own')
  const withText = rest.filter((id) => own.has(id))
  const textRows = await listOwnStems(db, withText, 'stems')
  const texts = new Map(textRows.map((row) => [row.entry_id, gapAmong(row.stems, terms)]))
  const pages = await findGapsOnPages(db, rest, terms)
  const rank = (id: number) => {
    // Of the same closeness, the entry's own text goes first.
    const gap = Math.min(texts.get(id) ?? FAR, (pages.get(id) ?? FAR) + 0.5)
    if (gap < most + 1) return gap
    return FIRST_FAR + [title.has(id), own.has(id), pages.has(id), true].indexOf(true)
  }
  return [...near, ...rest.toSorted((a, b) => rank(a) - rank(b))]
}

/** After every gap. */
const FIRST_FAR = 100

/** Among titles with the words equally close, the ones that begin with them: the order, not the motion for it. */
function titleRank(stems: string, terms: readonly Term[]): number {
  return gapAmong(stems, terms) + (stems.startsWith(` ${terms[0]?.join(' ')} `) ? 0 : 0.5)
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
