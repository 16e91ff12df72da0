import type { Queryable } from '../../platform/database/schema.ts'
import { findWithPage } from '../../platform/search/page-queries.ts'
import type { Term } from '../../platform/search/terms.ts'
import { findWords } from '../../platform/search/whole-index.ts'
import { type ListedEntry, partition } from './rules.ts'

/** Where more entries match, whether their words are on one page tells little, and would take long to find out. */
const MOST_RANKED = 1000

interface Asked {
  terms: readonly Term[]
  /** Of the docket number that was typed, if it was one. */
  number: number | undefined
  /** Entries by their ids: all words are in their title and type. */
  title: ReadonlySet<number>
  /** So many of the first are wanted in this order; what comes later is told apart no further. */
  end: number
}

/**
 * First what has the docket number that was typed, then what has all words in its title and type, then in its own text,
 * then on one page of a document, then scattered; of more than 1000 matches these two are one. Within each the order
 * stays. Both databases give the same order, which their own measures of relevance would not.
 */
export async function bestFirst(
  db: Queryable,
  matches: readonly ListedEntry[],
  { terms, number, title, end }: Asked,
): Promise<ListedEntry[]> {
  const [numbered, unnumbered] = partition(matches, (entry) => entry.number === number)
  const [titled, untitled] = partition(unnumbered, ({ id }) => title.has(id))
  const first = [...numbered, ...titled]
  if (first.length >= end || untitled.length === 0) return [...first, ...untitled]

  const { own } = await findWords(db, terms, ['own'])
  const [mentioned, others] = partition(untitled, ({ id }) => own.has(id))
  first.push(...mentioned)
  if (terms.length === 1 || matches.length > MOST_RANKED || first.length >= end) {
    return [...first, ...others]
  }

  const ids = others.map(({ id }) => id)
  const withPage = await findWithPage(db, ids, terms)
  const [onOnePage, scattered] = partition(others, ({ id }) => withPage.has(id))
  return [...first, ...onOnePage, ...scattered]
}
