import type { Queryable } from '../../platform/database/schema.ts'
import { type Closeness, closenessOf, FAR, mostBetween } from '../../platform/search/closeness.ts'
import { findGapsOnPages } from '../../platform/search/page-queries.ts'
import { findOwnStems, findWords } from '../../platform/search/whole-index.ts'
import type { Term } from '../../platform/search/words.ts'

/** With more matches, where the words stand says little and takes long to find out. */
const MOST_RANKED = 1000

interface Ranked {
  terms: readonly Term[]
  /** The docket number that was asked for, and entries whose hearings were, by ID. */
  number?: number | undefined
  dated: ReadonlySet<number>
  /** Entries with all words in their title and type, by ID. */
  title: ReadonlySet<number>
  /** How many have to be in this order. */
  end: number
}

interface Match {
  id: number
  number: number | null
}

/**
 * What was named; all words near one another in the title and type, in the entry's own text or on a page of a document; all
 * words in title and type, in the entry's own text, on one page; scattered. The databases' own measures would differ.
 */
export async function bestFirst<M extends Match>(
  db: Queryable,
  matches: readonly M[],
  { number, dated, ...asked }: Ranked,
): Promise<M[]> {
  const [named, unnamed] = partition(matches, (match) => match.number === number)
  const places = new Map(Array.from(dated, (id, place) => [id, place]))
  const [next, others] = partition(unnamed, ({ id }) => places.has(id))
  const first = [...named, ...sortBy(next, ({ id }) => places.get(id) ?? 0)]
  const rest = { ...asked, end: asked.end - first.length }
  const order = asked.terms.length > 1 && matches.length <= MOST_RANKED ? closestFirst : titledFirst
  return [...first, ...(await order(db, others, rest))]
}

type Asked = Omit<Ranked, 'number' | 'dated'>

async function titledFirst<M extends Match>(db: Queryable, matches: readonly M[], asked: Asked) {
  const [titled, untitled] = partition(matches, ({ id }) => asked.title.has(id))
  if (titled.length >= asked.end || untitled.length === 0) return [...titled, ...untitled]
  const { own } = await findWords(db, asked.terms, ['own'])
  return [titled, ...partition(untitled, ({ id }) => own.has(id))].flat()
}

async function closestFirst<M extends Match>(db: Queryable, matches: readonly M[], asked: Asked) {
  const { terms, title, end } = asked
  const most = mostBetween(terms)
  const closeness = async (some: readonly number[], column: 'stems' | 'title_stems') => {
    const texts = await findOwnStems(db, some, column)
    return new Map(Array.from(texts, ([id, stems]) => [id, closenessOf(stems, terms)]))
  }

  const titled = matches.map(({ id }) => id).filter((id) => title.has(id))
  const titles = await closeness(titled, 'title_stems')
  const near = sortBy(
    matches.filter(({ id }) => (titles.get(id)?.gap ?? FAR) <= most),
    ({ id }) => titleRank(titles.get(id)),
  )
  const nearest = new Set(near)
  const rest = matches.filter((match) => !nearest.has(match))
  if (near.length >= end || rest.length === 0) return [...near, ...rest]

  const { own } = await findWords(db, terms, ['own'])
  const others = rest.map(({ id }) => id)
  const texts = await closeness(
    others.filter((id) => own.has(id)),
    'stems',
  )
  const pages = await findGapsOnPages(db, others, terms)
  const rank = ({ id }: M) => {
    // Of the same closeness, the entry's own text goes first.
    const gap = Math.min(texts.get(id)?.gap ?? FAR, (pages.get(id) ?? FAR) + 0.5)
    if (gap < most + 1) return gap
    return FIRST_FAR + [title.has(id), own.has(id), pages.has(id), true].indexOf(true)
  }
  return [...near, ...sortBy(rest, rank)]
}

/** After every gap. */
const FIRST_FAR = 100

/** Among titles with the words equally close, the ones that begin with them: the order, not the motion for it. */
function titleRank(closeness: Closeness | undefined): number {
  return (closeness?.gap ?? FAR) + (closeness?.isAtStart ? 0 : 0.5)
}

/** Keeps the order of equals. */
function sortBy<T>(all: readonly T[], rank: (one: T) => number): T[] {
  const ranks = new Map(all.map((one) => [one, rank(one)]))
  return all.toSorted((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number))
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}
