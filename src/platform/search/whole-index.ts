import { sql } from 'kysely'
import { dialectOf } from '../database/dialect.ts'
import type { Queryable } from '../database/schema.ts'
import { ENTRY_SHIFT } from './page-index.ts'
import {
  asText,
  entriesWithOwnText,
  hasPage,
  type Ids,
  idsAsTable,
  readIds,
} from './page-queries.ts'
import { isOneToken, type Term, tokensOf, tokensOfTerms } from './words.ts'

/*
 * One row for each entry: the tokens (words.ts) of its own text and all its pages, and again, marked, those of its own text
 * and its title. So the number of pages does not matter when entries are looked up (decision 030).
 */

/** Rows read at a time: an entry may have thousands of pages. */
const PAGES_AT_A_TIME = 100

/** Before the tokens of an entry's title and type, and of its whole own text; no stem begins with them. */
const MARKS = { title: '_', own: '__' } as const

/** Rebuilds the entry's row, in the transaction that changed its text or its documents' pages. */
export async function putWhole(db: Queryable, entryId: number): Promise<void> {
  const tokens = new Set<string>()
  for await (const stems of pagesOfEntry(db, entryId)) {
    for (const token of tokensOf(stemsIn(stems))) tokens.add(token)
  }
  const own = await db
    .selectFrom('search_entries')
    .select(['stems', 'title_stems'])
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  for (const token of tokensOf(stemsIn(own?.stems ?? ''))) {
    tokens.add(token).add(`${MARKS.own}${token}`)
  }
  for (const title of own?.title_stems.split('  ') ?? []) {
    for (const token of tokensOf(stemsIn(title))) tokens.add(`${MARKS.title}${token}`)
  }
  await db.deleteFrom('search_wholes').where('entry_id', '=', entryId).execute()
  if (tokens.size === 0) return
  const stems = [...tokens].join(' ')
  await db.insertInto('search_wholes').values({ entry_id: entryId, stems }).execute()
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

/** Entries in which each of the terms occurs, in their own text or on a page of a document. */
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

/** For each of the places, the ids of all entries that have the terms there. */
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

/** What these entries say themselves, in their title and type or in all of their own text. */
export async function listOwnStems(
  db: Queryable,
  entryIds: readonly number[],
  column: 'stems' | 'title_stems',
): Promise<{ entry_id: number; stems: string }[]> {
  const { rows } = await sql<{ entry_id: number; stems: string }>`
    select s.entry_id, s.${sql.ref(column)} as stems
    from ${idsAsTable(db, entryIds)} as e join search_entries as s on s.entry_id = e.entry_id`.execute(
    db,
  )
  return rows
}

/** How many entries have each of these stems, which begin with the same letter; none at all may be 0 or left out. */
export async function countWords(db: Queryable, stems: readonly string[]) {
  const list = JSON.stringify(stems)
  const letter = stems[0]?.charAt(0) ?? ''
  // FTS5 reads all words of a letter in the time of some twenty that it looks up.
  const counts =
    dialectOf(db) === 'postgres'
      ? sql`select w.value as stem, (select count(*)::integer from search_wholes
          where string_to_array(stems, ' ') @> array[w.value]) as entries
          from json_array_elements_text(${list}::json) as w`
      : sql`select term as stem, doc as entries from search_wholes_index_words
          where term >= ${letter} and term < ${`${letter}~`} and +term in (select value from json_each(${list}))`
  const { rows } = await sql<{ stem: string; entries: number }>`${counts}`.execute(db)
  return new Map(rows.map(({ stem, entries }) => [stem, entries]))
}

function askTokens(db: Queryable, tokens: readonly string[]) {
  if (dialectOf(db) === 'postgres') {
    // A subquery for the same reason as in page-queries.ts.
    const hasTokens = sql`string_to_array(search_wholes.stems, ' ') @> (select ${tokens}::text[])`
    return { table: sql`search_wholes`, id: sql<number>`search_wholes.entry_id`, hasTokens }
  }
  const query = tokens.map((token) => `"${token}"`).join(' AND ')
  const hasTokens = sql`search_wholes_index match ${query}`
  return { table: sql`search_wholes_index`, id: sql<number>`search_wholes_index.rowid`, hasTokens }
}
