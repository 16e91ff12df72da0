import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../database/dialect.ts'
import type { Queryable } from '../database/schema.ts'
import { FAR, gapAmong, isNumber, mostBetween } from './closeness.ts'
import { ENTRY_SHIFT, joinParts } from './page-index.ts'
import type { Term } from './words.ts'

export type Ids = RawBuilder<{ entry_id: number }>

export function entriesWithOwnText(db: Queryable, terms: readonly Term[]): Ids {
  return dialectOf(db) === 'postgres'
    ? sql`(select entry_id from search_entries where words @@ ${queryOf(db, terms)})`
    : sql`(select rowid as entry_id from search_entries_index where search_entries_index match ${queryOf(db, terms)})`
}

function entriesWithPage(db: Queryable, terms: readonly Term[]): Ids {
  const shift = sql.lit(ENTRY_SHIFT)
  return dialectOf(db) === 'postgres'
    ? sql`(select distinct (id >> ${shift})::integer as entry_id from search_pages where words @@ ${queryOf(db, terms)})`
    : sql`(select distinct rowid >> ${shift} as entry_id from search_pages_index where search_pages_index match ${queryOf(db, terms)})`
}

/** Up to this many entries are checked one by one; for more, reading the whole index once is faster. */
const FEW = 200

/** Whether one page of the entry's documents has all the terms. @param count the number of entries being checked */
export function hasPage(
  db: Queryable,
  terms: readonly Term[],
  { entryId, count }: { entryId: RawBuilder<number>; count: RawBuilder<number> },
): RawBuilder<boolean> {
  return sql`case when ${count} > ${sql.lit(FEW)} then ${entryId} in ${entriesWithPage(db, terms)}
    else exists (${pagesOf(db, entryId, terms)}) end`
}

/** The most pages that are read to see how close together the terms are. */
const MOST_READ = 1000

/**
 * The entries that have a page with all the terms (the result may include others), with the number of words among the terms
 * where they are closest: FAR if they are far apart or, with many entries, were not compared.
 */
export async function findGapsOnPages(
  db: Queryable,
  entryIds: readonly number[],
  terms: readonly Term[],
): Promise<ReadonlyMap<number, number>> {
  const gaps = new Map<number, number>()
  if (entryIds.length > FEW) {
    for (const id of await findIds(db, entriesWithPage(db, terms))) gaps.set(id, FAR)
    for (const phrase of phrasesOf(terms)) {
      for (const id of await findIds(db, entriesWithPage(db, [phrase]))) gaps.set(id, 0)
    }
    return gaps
  }
  for (const { entry_id, stems } of await findPlaces(db, entryIds, terms)) {
    const known = gaps.get(entry_id) ?? FAR
    gaps.set(entry_id, Math.min(known, gapAmong(stems, terms)))
  }
  return gaps
}

/** Phrases of a word and its number, without and with a label. For other terms, looking up phrases would take too long. */
function phrasesOf(terms: readonly Term[]): Term[] {
  if (mostBetween(terms) > 0) return []
  return [terms.flat(), terms.flatMap((term) => (isNumber(term[0]) ? ['no', ...term] : term))]
}

/** The first pages with all the terms; the more entries there are, the fewer pages of each. */
async function findPlaces(db: Queryable, entryIds: readonly number[], terms: readonly Term[]) {
  const most = Math.ceil(MOST_READ / Math.max(1, entryIds.length))
  const { rows } = await sql<{ entry_id: number; id: number; stems: string }>`
    select e.entry_id, s.id, s.stems from ${pagesOfEach(db, entryIds, { terms, most })}`.execute(db)
  return rows
}

/** Reads ids as `1,2,3`: ten thousand in one value take a tenth of the time of as many rows. */
export async function findIds(db: Queryable, ids: Ids): Promise<number[]> {
  const list =
    dialectOf(db) === 'postgres'
      ? sql`translate(array_agg(entry_id)::text, '{}', '')`
      : sql`group_concat(entry_id)`
  const { rows } = await sql<{
    ids: string | null
  }>`select ${list} as ids from ${ids} as found`.execute(db)
  return JSON.parse(`[${rows[0]?.ids ?? ''}]`)
}

export function idsAsTable(db: Queryable, ids: readonly number[]): Ids {
  const list = JSON.stringify(ids)
  return dialectOf(db) === 'postgres'
    ? sql`(select value::integer as entry_id from json_array_elements_text(${list}::json))`
    : sql`(select value as entry_id from json_each(${list}))`
}

/** Checks each page, which is faster than finding the entry in the index lists of frequent words. */
function pagesOf(db: Queryable, entryId: RawBuilder<number>, terms: readonly Term[]) {
  const shift = sql.lit(ENTRY_SHIFT)
  if (dialectOf(db) === 'postgres') {
    // `is true` keeps PostgreSQL from using the index.
    return sql`select p.id from search_pages as p where p.id >= ${entryId}::bigint << ${shift}
      and p.id < (${entryId}::bigint + 1) << ${shift} and (p.words @@ ${queryOf(db, terms)}) is true`
  }
  const has = terms.map((term) => sql`instr(' ' || p.stems || ' ', ${` ${term.join(' ')} `}) > 0`)
  return sql`select p.id from search_pages as p where p.id >= ${entryId} << ${shift}
    and p.id < (${entryId} + 1) << ${shift} and ${sql.join(has, sql` and `)}`
}

/**
 * `"motion" AND "to dismiss"` for FTS5, `'motion' & ('to' <-> 'dismiss')` for PostgreSQL. On PostgreSQL it is a subquery, so
 * that the planner cannot see whether a word is common; for common words it would read the whole table.
 */
function queryOf(db: Queryable, terms: readonly Term[]): RawBuilder<string> {
  if (dialectOf(db) === 'sqlite') {
    return sql`${terms.map((term) => `"${term.join(' ')}"`).join(' AND ')}`
  }
  const words = terms.map((term) => `(${term.map((stem) => `'${stem}'`).join(' <-> ')})`)
  return sql`(select ${words.join(' & ')}::tsquery)`
}

export interface FoundPage {
  entry_id: number
  document_id: number
  page: number
  body: string
}

interface Wanted {
  terms: readonly Term[]
  /** The most pages of each entry. */
  most: number
}

/** The pages of each entry on which all the terms occur, those with the terms closest together first. */
export async function findPages(
  db: Queryable,
  entryIds: readonly number[],
  { terms, most }: Wanted,
): Promise<FoundPage[]> {
  if (entryIds.length === 0 || terms.length === 0) return []
  if (terms.length === 1) {
    const { rows } = await sql<FoundPage>`select e.entry_id, s.document_id, s.page, s.body
      from ${pagesOfEach(db, entryIds, { terms, most })} order by e.entry_id, s.id`.execute(db)
    return rows
  }
  const places = (await findPlaces(db, entryIds, terms)).map(({ entry_id, id, stems }) => {
    return { entry_id, id, gap: gapAmong(stems, terms) }
  })
  places.sort((a, b) => (a.gap === b.gap ? a.id - b.id : a.gap - b.gap))
  const ofEach = Map.groupBy(places, ({ entry_id }) => entry_id).values()
  const ids = Array.from(ofEach, (some) => some.slice(0, most).map(({ id }) => id)).flat()
  const found = db.selectFrom('search_pages').select(['id', 'document_id', 'page', 'body'])
  const rows = ids.length > 0 ? await found.where('id', 'in', ids).execute() : []
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => ({ ...row, entry_id: Math.floor(row.id / 2 ** ENTRY_SHIFT) }))
}

function pagesOfEach(db: Queryable, entryIds: readonly number[], { terms, most }: Wanted) {
  const ids = (entryId: RawBuilder<number>) =>
    sql`(${pagesOf(db, entryId, terms)} order by 1 limit ${sql.lit(most)})`
  return dialectOf(db) === 'postgres'
    ? sql`${idsAsTable(db, entryIds)} as e cross join lateral ${ids(sql`e.entry_id`)} as f join search_pages as s on s.id = f.id`
    : sql`${idsAsTable(db, entryIds)} as e cross join search_pages as s on s.id in ${ids(sql`e.entry_id`)}`
}

/** The text of the pages that have any, keyed by page. */
export async function findPageTexts(
  db: Queryable,
  documentId: number,
  { first, last }: { first: number; last: number },
): Promise<Map<number, string>> {
  const parts = await db
    .selectFrom('search_pages')
    .select(['page', 'body'])
    .where('document_id', '=', documentId)
    .where('page', '>=', first)
    .where('page', '<=', last)
    .orderBy('id')
    .execute()
  const pages = Map.groupBy(parts, ({ page }) => page)
  return new Map(
    [...pages].map(([page, found]) => [page, joinParts(found.map(({ body }) => body))]),
  )
}
