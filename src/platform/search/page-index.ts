import { type Kysely, type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../database/dialect.ts'
import type { Queryable } from '../database/schema.ts'
import type { Term } from './terms.ts'
import { stemsOf } from './words.ts'

/*
 * The search's tables: an entry's own text in search_entries, its documents' pages in search_pages; beside each text the
 * stems of its words (words.ts), which is what both databases index: FTS5 on SQLite, a tsvector without any language on
 * PostgreSQL. A page's id begins with its entry's, so that neither has to look at the page to know whose it is.
 */

/** Pages of one entry at most, parts of long pages counted. */
const ENTRY_SHIFT = 20

/** A page is cut into parts of this length: PostgreSQL keeps 256 places of a word, and an excerpt reads one part. */
const PART_CHARACTERS = 8000
/** Parts begin so far before the last one's end, so that a phrase across the seam is found. */
const OVERLAP_CHARACTERS = 300
/** Rows of one insert. */
const MOST_ROWS = 50

export async function createPageIndex(db: Kysely<never>): Promise<void> {
  const tables = [
    ['search_entries', 'entry_id'],
    ['search_pages', 'id'],
  ] as const
  for (const [table, key] of tables) {
    if (dialectOf(db) === 'postgres') await indexOnPostgres(db, table)
    else await indexOnSqlite(db, table, key)
  }
}

async function indexOnPostgres(db: Kysely<never>, table: string): Promise<void> {
  const name = sql.table(table)
  await sql`alter table ${name} add column words tsvector
    generated always as (to_tsvector('simple', stems)) stored`.execute(db)
  // The long columns lie apart, so that a common word's many rows are on few blocks.
  await sql`alter table ${name} set (toast_tuple_target = 128)`.execute(db)
  await sql`alter table ${name} alter column words set storage external`.execute(db)
  await sql`create index ${sql.ref(`${table}_words`)} on ${name} using gin (words) with (fastupdate = off)`.execute(
    db,
  )
}

async function indexOnSqlite(db: Kysely<never>, table: string, key: string): Promise<void> {
  const index = sql.ref(`${table}_index`)
  const [name, id] = [sql.table(table), sql.ref(key)]
  await sql`create virtual table ${index} using fts5(stems, content=${sql.lit(table)},
    content_rowid=${sql.lit(key)}, tokenize='ascii')`.execute(db)
  await sql`create trigger ${sql.ref(`${table}_added`)} after insert on ${name} begin
    insert into ${index} (rowid, stems) values (new.${id}, new.stems); end`.execute(db)
  await sql`create trigger ${sql.ref(`${table}_removed`)} after delete on ${name} begin
    insert into ${index} (${index}, rowid, stems) values ('delete', old.${id}, old.stems); end`.execute(
    db,
  )
}

/** Puts the entry's own text in the search; replaces what was there. */
export async function putEntryText(db: Queryable, entryId: number, text: string): Promise<void> {
  const body = storable(text)
  await db.deleteFrom('search_entries').where('entry_id', '=', entryId).execute()
  await db
    .insertInto('search_entries')
    .values({ entry_id: entryId, body, stems: stemsOf(body).join(' ') })
    .execute()
}

export interface PageText {
  /** From 1; null where it is not known on which page the text stands. */
  page: number | null
  text: string
}

interface DocumentPages {
  entryId: number
  documentId: number
  pages: readonly PageText[]
}

/** Puts a document's pages in the search; replaces what was there. */
export async function putPages(
  db: Queryable,
  { entryId, documentId, pages }: DocumentPages,
): Promise<void> {
  await removePages(db, documentId)
  const parts = pages.flatMap(({ page, text }) =>
    partsOf(storable(text)).map((body) => ({ page, body, stems: stemsOf(body).join(' ') })),
  )
  const first = await nextPageId(db, entryId)
  const rows = parts.map((part, index) => ({ id: first + index, document_id: documentId, ...part }))
  if (first + rows.length > (entryId + 1) * 2 ** ENTRY_SHIFT) {
    throw new Error(`entry ${entryId} has more pages than the search takes`)
  }
  for (let start = 0; start < rows.length; start += MOST_ROWS) {
    await db
      .insertInto('search_pages')
      .values(rows.slice(start, start + MOST_ROWS))
      .execute()
  }
}

export async function removePages(db: Queryable, documentId: number): Promise<void> {
  await db.deleteFrom('search_pages').where('document_id', '=', documentId).execute()
}

async function nextPageId(db: Queryable, entryId: number): Promise<number> {
  const from = entryId * 2 ** ENTRY_SHIFT
  const row = await db
    .selectFrom('search_pages')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('id', '>=', from)
    .where('id', '<', from + 2 ** ENTRY_SHIFT)
    .executeTakeFirst()
  return (row?.last ?? from) + 1
}

/** PostgreSQL stores no NUL, and neither database half a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed()
}

function partsOf(text: string): string[] {
  if (text.trim() === '') return []
  const parts: string[] = []
  for (let start = 0; start < text.length; start += PART_CHARACTERS) {
    parts.push(
      text.slice(Math.max(0, start - OVERLAP_CHARACTERS), start + PART_CHARACTERS).toWellFormed(),
    )
  }
  return parts
}

type Ids = RawBuilder<{ entry_id: number }>

/** Entries in whose own text all of the terms occur. */
export function entriesWithOwnText(db: Queryable, terms: readonly Term[]): Ids {
  return dialectOf(db) === 'postgres'
    ? sql`(select entry_id from search_entries where words @@ ${queryOf(db, terms)}::tsquery)`
    : sql`(select rowid as entry_id from search_entries_index where search_entries_index match ${queryOf(db, terms)})`
}

/** Entries of which one page of a document has all of the terms. */
export function entriesWithPage(db: Queryable, terms: readonly Term[]): Ids {
  const shift = sql.lit(ENTRY_SHIFT)
  return dialectOf(db) === 'postgres'
    ? sql`(select distinct (id >> ${shift})::integer as entry_id from search_pages where words @@ ${queryOf(db, terms)}::tsquery)`
    : sql`(select distinct rowid >> ${shift} as entry_id from search_pages_index where search_pages_index match ${queryOf(db, terms)})`
}

/** `"motion" "to dismiss"` for FTS5, `'motion' & ('to' <-> 'dismiss')` for PostgreSQL: all of the terms. */
function queryOf(db: Queryable, terms: readonly Term[]): string {
  if (dialectOf(db) === 'sqlite') return terms.map((term) => `"${term.join(' ')}"`).join(' AND ')
  return terms.map((term) => `(${term.map((stem) => `'${stem}'`).join(' <-> ')})`).join(' & ')
}

export interface FoundPage {
  entry_id: number
  document_id: number
  page: number | null
  body: string
}

/** Of each of these entries the first pages, at most `most`, on which all of the terms occur. */
export async function findPages(
  db: Queryable,
  entryIds: readonly number[],
  terms: readonly Term[],
  most: number,
): Promise<FoundPage[]> {
  if (entryIds.length === 0 || terms.length === 0) return []
  const list = JSON.stringify(entryIds)
  const query = queryOf(db, terms)
  const shift = sql.lit(ENTRY_SHIFT)
  const found =
    dialectOf(db) === 'postgres'
      ? sql`select p.id, e.entry_id, row_number() over (partition by e.entry_id order by p.id) as place
          from (select value::bigint as entry_id from json_array_elements_text(${list}::json)) as e
          join search_pages as p on p.id >= e.entry_id << ${shift} and p.id < (e.entry_id + 1) << ${shift}
          where p.words @@ ${query}::tsquery`
      : sql`select p.rowid as id, e.value as entry_id, row_number() over (partition by e.value order by p.rowid) as place
          from json_each(${list}) as e cross join search_pages_index as p
          where p.rowid >= e.value << ${shift} and p.rowid < (e.value + 1) << ${shift}
          and p.search_pages_index match ${query}`
  const { rows } = await sql<FoundPage>`
    select f.entry_id, s.document_id, s.page, s.body from (${found}) as f join search_pages as s on s.id = f.id
    where f.place <= ${most} order by f.entry_id, s.id`.execute(db)
  return rows
}
