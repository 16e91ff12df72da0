import { type Kysely, type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../database/dialect.ts'

/*
 * FTS5 on SQLite, GIN on PostgreSQL, over the stems that stand beside each text. Triggers, or a column that makes itself,
 * keep an index as its table is.
 */

export async function createSearchIndexes(db: Kysely<never>): Promise<void> {
  const isPostgres = dialectOf(db) === 'postgres'
  // The entries' own texts and the pages, with the places of the words.
  const tables = [
    ['search_entries', 'entry_id'],
    ['search_pages', 'id'],
  ] as const
  for (const [table, key] of tables) {
    if (isPostgres) await indexOnPostgres(db, table)
    else await indexOnSqlite(db, table, key, ["tokenize='ascii'"])
  }
  // The words of whole entries, without their places; an array, because a tsvector takes a megabyte at most.
  if (isPostgres) await createGin(db, 'search_wholes', sql`(string_to_array(stems, ' '))`)
  else {
    const options = [`tokenize="ascii tokenchars '_'"`, 'detail=none']
    await indexOnSqlite(db, 'search_wholes', 'entry_id', options)
  }
}

async function indexOnPostgres(db: Kysely<never>, table: string): Promise<void> {
  const name = sql.table(table)
  await sql`alter table ${name} add column words tsvector
    generated always as (to_tsvector('simple', stems)) stored`.execute(db)
  // The long columns lie apart, so that a common word's many rows are on few blocks.
  await sql`alter table ${name} set (toast_tuple_target = 128)`.execute(db)
  await sql`alter table ${name} alter column words set storage external`.execute(db)
  await createGin(db, table, sql`words`)
}

async function createGin(
  db: Kysely<never>,
  table: string,
  words: RawBuilder<unknown>,
): Promise<void> {
  await sql`create index ${sql.ref(`${table}_words`)} on ${sql.table(table)} using gin (${words}) with (fastupdate = off)`.execute(
    db,
  )
}

async function indexOnSqlite(
  db: Kysely<never>,
  table: string,
  key: string,
  options: string[],
): Promise<void> {
  const index = sql.ref(`${table}_index`)
  const [name, id] = [sql.table(table), sql.ref(key)]
  await sql`create virtual table ${index} using fts5(stems, content=${sql.lit(table)},
    content_rowid=${sql.lit(key)}, ${sql.raw(options.join(', '))})`.execute(db)
  await sql`create trigger ${sql.ref(`${table}_added`)} after insert on ${name} begin
    insert into ${index} (rowid, stems) values (new.${id}, new.stems); end`.execute(db)
  await sql`create trigger ${sql.ref(`${table}_removed`)} after delete on ${name} begin
    insert into ${index} (${index}, rowid, stems) values ('delete', old.${id}, old.stems); end`.execute(
    db,
  )
}
