import { type RawBuilder, sql } from 'kysely'
import { inPieces } from '../database/answers.ts'
import { dialectOf } from '../database/dialect.ts'
import type { Queryable } from '../database/schema.ts'
import { ENTRY_SHIFT } from './page-index.ts'
import { entriesWithOwnText, findIds, hasPage } from './page-queries.ts'
import { isOneToken, type Term, tokensOf, tokensOfTerms } from './words.ts'

/*
 * One row per entry: the tokens (words.ts) of its own text and all its pages, and again, with marks, those of its own text
 * and its title. This makes lookups independent of the number of pages (decision 030).
 */

/** Rows read at a time, because an entry may have thousands of pages. */
const PAGES_AT_A_TIME = 100

/** Prefixes for tokens of an entry's title and type, and of all its own text; no stem begins with them. */
const MARKS = { title: '_', own: '__' } as const

/** Rebuilds the entry's row, in the transaction that changed its text or its documents' pages. */
export async function putWhole(db: Queryable, entryId: number): Promise<void> {
  const tokens = new Set<string>()
  for await (const { stems } of pagesOfEntry(db, entryId)) {
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

function pagesOfEntry(db: Queryable, entryId: number) {
  const first = entryId * 2 ** ENTRY_SHIFT
  const pages = db.selectFrom('search_pages').select(['id', 'stems']).orderBy('id')
  const ofEntry = pages.where('id', '<', first + 2 ** ENTRY_SHIFT)
  return inPieces<{ id: number; stems: string }>((last, length) => {
    const from = last ? last.id + 1 : first
    return ofEntry.where('id', '>=', from).limit(length).execute()
  }, PAGES_AT_A_TIME)
}

/** Anywhere in an entry, in its own text, or in its title and type. */
type Place = 'anywhere' | keyof typeof MARKS

/** The ids of all entries in which each of the terms occurs there. */
export async function findWords(db: Queryable, terms: readonly Term[], place: Place) {
  const tokens = tokensOfTerms(terms)
  const mark = place === 'anywhere' ? '' : MARKS[place]
  const { table, id, hasTokens } = askTokens(
    db,
    tokens.map((token) => `${mark}${token}`),
  )
  const count = sql<number>`(select count(*) from ${table} where ${hasTokens})`
  const hasPhrase = (term: Term) => {
    if (place !== 'anywhere') return hasOwn(id, term, place)
    return sql`(${id} in ${entriesWithOwnText(db, [term])} or ${hasPage(db, [term], { entryId: id, count })})`
  }
  const phrases = terms.filter((term) => !isOneToken(term)).map(hasPhrase)
  const all = sql.join([hasTokens, ...phrases], sql` and `)
  return new Set(await findIds(db, sql`(select ${id} as entry_id from ${table} where ${all})`))
}

function hasOwn(id: RawBuilder<number>, term: Term, place: keyof typeof MARKS) {
  const text = place === 'own' ? sql`' ' || own.stems || ' '` : sql`own.title_stems`
  return sql`exists (select 1 from search_entries as own
    where own.entry_id = ${id} and ${text} like ${`% ${term.join(' ')} %`})`
}

/** The stems of these entries' titles and types, or of all their own text. */
export function listOwnStems(
  db: Queryable,
  entryIds: readonly number[],
  column: 'stems' | 'title_stems',
) {
  return db
    .selectFrom('search_entries')
    .select(['entry_id', `${column} as stems`])
    .where('entry_id', 'in', [0, ...entryIds])
    .execute()
}

/** Counts entries with each of these stems, which must begin with the same letter. Zero counts may be left out. */
export async function countWords(db: Queryable, stems: readonly string[]) {
  const list = JSON.stringify(stems)
  const letter = stems[0]?.charAt(0) ?? ''
  // FTS5 reads all words of a letter in the time it takes to look up about twenty.
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
    // A subquery, for the reason given in page-queries.ts.
    const hasTokens = sql`string_to_array(search_wholes.stems, ' ') @> (select ${tokens}::text[])`
    return { table: sql`search_wholes`, id: sql<number>`search_wholes.entry_id`, hasTokens }
  }
  const query = tokens.map((token) => `"${token}"`).join(' AND ')
  const hasTokens = sql`search_wholes_index match ${query}`
  return { table: sql`search_wholes_index`, id: sql<number>`search_wholes_index.rowid`, hasTokens }
}
