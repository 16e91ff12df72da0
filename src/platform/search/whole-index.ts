import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../database/dialect.ts'
import type { Queryable } from '../database/schema.ts'
import { ENTRY_SHIFT } from './page-index.ts'
import { asText, entriesWithOwnText, hasPage, type Ids, readIds } from './page-queries.ts'
import type { Term } from './words.ts'
import { addTokens, isOneToken, tokensOfTerms } from './words.ts'

/*
 * One row in search_wholes for each entry, with the distinct tokens (tokens.ts) of its own text and of all its pages, and
 * once more, marked, those of its own text and of its title. Which entries have all of the words is then asked once, of as
 * many short lists as there are words, whatever the number of pages. The row is made from search_entries and search_pages,
 * in the transaction that changes them (docs/decisions/030).
 */

/** Rows read at a time: an entry may have thousands of pages. */
const PAGES_AT_A_TIME = 100

/** Before tokens of the entry's title and type, and before those of its whole own text; no stem begins with it. */
const MARKS = { title: '_', own: '__' } as const

/** Makes the entry's row anew; after each change of its text or of its documents' pages. */
export async function putWhole(db: Queryable, entryId: number): Promise<void> {
  const tokens = new Set<string>()
  for await (const stems of pagesOfEntry(db, entryId)) addTokens(tokens, stemsIn(stems))
  const own = await db
    .selectFrom('search_entries')
    .select(['stems', 'title_stems'])
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  if (own) addOwn(tokens, own)
  await db.deleteFrom('search_wholes').where('entry_id', '=', entryId).execute()
  if (tokens.size === 0) return
  const stems = [...tokens].join(' ')
  await db.insertInto('search_wholes').values({ entry_id: entryId, stems }).execute()
}

function addOwn(tokens: Set<string>, own: { stems: string; title_stems: string }): void {
  const [inText, inTitle] = [new Set<string>(), new Set<string>()]
  addTokens(inText, stemsIn(own.stems))
  for (const title of own.title_stems.split('  ')) addTokens(inTitle, stemsIn(title))
  for (const token of inText) tokens.add(token).add(`${MARKS.own}${token}`)
  for (const token of inTitle) tokens.add(`${MARKS.title}${token}`)
}

const stemsIn = (text: string) => text.split(' ').filter((stem) => stem !== '')

async function* pagesOfEntry(db: Queryable, entryId: number): AsyncGenerator<string> {
  const end = (entryId + 1) * 2 ** ENTRY_SHIFT
  let last: number | undefined = entryId * 2 ** ENTRY_SHIFT - 1
  while (last !== undefined) {
    const rows = await db
      .selectFrom('search_pages')
      .select(['id', 'stems'])
      .where('id', '>', last)
      .where('id', '<', end)
      .orderBy('id')
      .limit(PAGES_AT_A_TIME)
      .execute()
    for (const { stems } of rows) yield stems
    last = rows.at(-1)?.id
  }
}

/** Entries in which each of the terms occurs somewhere: in their own text, or on a page of a document. */
export function entriesWithWords(db: Queryable, terms: readonly Term[]): Ids {
  const { table, id, hasTokens } = askTokens(db, tokensOfTerms(terms))
  const count = sql<number>`(select count(*) from ${table} where ${hasTokens})`
  const hasPhrases = terms
    .filter((term) => !isOneToken(term))
    .map(
      (term) => sql`and (${id} in ${entriesWithOwnText(db, [term])}
        or ${hasPage(db, [term], { entryId: id, count })})`,
    )
  return sql`(select ${id} as entry_id from ${table} where ${hasTokens} ${sql.join(hasPhrases, sql` `)})`
}

/** Entries in whose own text, or in whose title and type, all of the terms occur. */
function entriesWithOwn(db: Queryable, terms: readonly Term[], where: keyof typeof MARKS): Ids {
  const tokens = tokensOfTerms(terms).map((token) => `${MARKS[where]}${token}`)
  const { table, id, hasTokens } = askTokens(db, tokens)
  const text = where === 'own' ? sql`' ' || own.stems || ' '` : sql`own.title_stems`
  const hasPhrases = terms
    .filter((term) => !isOneToken(term))
    .map(
      (term) => sql`and exists (select 1 from search_entries as own
        where own.entry_id = ${id} and ${text} like ${`% ${term.join(' ')} %`})`,
    )
  return sql`(select ${id} as entry_id from ${table} where ${hasTokens} ${sql.join(hasPhrases, sql` `)})`
}

/** Somewhere in an entry; in its own text; in its title and type. */
type Place = 'anywhere' | keyof typeof MARKS

/** The ids of all entries that have the words in a place, for each of the places that are asked about. */
export async function findWords<P extends Place>(
  db: Queryable,
  terms: readonly Term[],
  places: readonly P[],
): Promise<Record<P, ReadonlySet<number>>> {
  const lists = places.map((place) => {
    const found =
      place === 'anywhere' ? entriesWithWords(db, terms) : entriesWithOwn(db, terms, place)
    return sql`${asText(db, found)} as ${sql.ref(place)}`
  })
  const { rows } = await sql<Record<P, string | null>>`select ${sql.join(lists)}`.execute(db)
  const sets = places.map((place) => [place, new Set(readIds(rows[0]?.[place] ?? null))])
  return Object.fromEntries(sets)
}

interface AskedTokens {
  table: RawBuilder<unknown>
  id: RawBuilder<number>
  hasTokens: RawBuilder<boolean>
}

function askTokens(db: Queryable, tokens: readonly string[]): AskedTokens {
  if (dialectOf(db) === 'postgres') {
    // A subquery for the same reason as in page-queries.ts.
    const hasTokens = sql<boolean>`string_to_array(search_wholes.stems, ' ') @> (select ${tokens}::text[])`
    return { table: sql`search_wholes`, id: sql`search_wholes.entry_id`, hasTokens }
  }
  const query = tokens.map((token) => `"${token}"`).join(' AND ')
  const hasTokens = sql<boolean>`search_wholes_index match ${query}`
  return { table: sql`search_wholes_index`, id: sql`search_wholes_index.rowid`, hasTokens }
}
