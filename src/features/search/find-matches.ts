import type { Queryable } from '../../platform/database/schema.ts'
import { excerptOf, markMatches } from '../../platform/search/excerpt.ts'
import { type FoundPage, findPages, findWithPage } from '../../platform/search/page-queries.ts'
import { findWords } from '../../platform/search/whole-index.ts'
import { readTerms, type Term } from '../../platform/search/words.ts'
import { formatMark } from '../../shared/document-label.ts'
import { hasOwnText } from '../docket/entries/entry-rules.ts'
import type { EntryView, FoundPageView, FoundView } from '../docket/entries/views.ts'
import { type ListedEntry, partition } from './rules.ts'

/** Pages shown of each entry. */
const MOST_PAGES = 3
/** Of an entry whose words are scattered, so many of them are shown where they stand. */
const MOST_SCATTERED = 4
/** Characters of the excerpt from an entry's own text. */
const TEXT_EXCERPT = 340

/** Pages of each entry on which words of the search stand. */
type PagesFound = ReadonlyMap<number, readonly FoundPage[]>

/** Pages with all of the words; of entries without such a page, the first page of each word. */
export async function listFoundPages(
  db: Queryable,
  entryIds: readonly number[],
  typed: string,
): Promise<PagesFound> {
  const terms = readTerms(typed)
  const found = Map.groupBy(
    await findPages(db, entryIds, { terms, most: MOST_PAGES + 1 }),
    ({ entry_id }) => entry_id,
  )
  const others = terms.length > 1 ? entryIds.filter((id) => !found.has(id)) : []
  const ofEach = terms
    .slice(0, MOST_SCATTERED)
    .map((term) => findPages(db, others, { terms: [term], most: 1 }))
  for (const page of (await Promise.all(ofEach)).flat()) {
    const known = found.get(page.entry_id) ?? []
    if (!known.some(({ body }) => body === page.body)) found.set(page.entry_id, [...known, page])
  }
  return found
}

/**
 * Shows what of each entry matches: its own words, and the pages of its documents. The entries are public, and pages of a
 * deleted document are not in the search: so is what is shown (PROMISES 17).
 */
export function markFound(
  entries: readonly EntryView[],
  pages: PagesFound,
  typed: string,
): EntryView[] {
  const terms = readTerms(typed)
  if (terms.length === 0) return [...entries]
  return entries.map((entry) => ({
    ...entry,
    found: foundIn(entry, pages.get(entry.id) ?? [], terms),
  }))
}

function foundIn(entry: EntryView, pages: readonly FoundPage[], terms: readonly Term[]): FoundView {
  const shown = pages.slice(0, MOST_PAGES).flatMap((page) => pageView(entry, page, terms) ?? [])
  const text = hasOwnText(entry) ? excerptOf(entry.description, terms, TEXT_EXCERPT) : undefined
  return {
    title: markMatches(entry.title, terms),
    ...(text && { text }),
    documentTitles: new Map(
      entry.documents.map(({ id, title }) => [id, markMatches(title, terms)]),
    ),
    pages: shown,
    hasMorePages: pages.length > MOST_PAGES,
  }
}

function pageView(
  { number, documents }: EntryView,
  { document_id, page, body }: FoundPage,
  terms: readonly Term[],
): FoundPageView | undefined {
  const document = documents.find(({ id }) => id === document_id)
  const excerpt = excerptOf(body, terms)
  if (!document || !excerpt) return undefined
  const mark = formatMark(number, document.attachmentNumber)
  const name = number === null ? `${mark}: ${document.title}` : `ECF ${mark}`
  return { document, page, name: `${name}, page ${page}`, excerpt }
}

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
