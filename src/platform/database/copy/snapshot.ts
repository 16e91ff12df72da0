import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { AnyDatabase, TableShape } from './table-shape.ts'

/** Lets `read` see the database as it is now, whatever is written meanwhile; writers are not held up. */
export function withSnapshot<T>(
  db: AnyDatabase,
  read: (db: AnyDatabase) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const begin =
      dialectOf(db) === 'sqlite' ? 'begin' : 'begin isolation level repeatable read, read only'
    await sql.raw(begin).execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

/**
 * Fills tables without the triggers, for what they would write is copied as well. On SQLite foreign keys are checked at
 * the commit. The search indexes are made anew.
 */
export async function withoutTriggers(
  trx: AnyDatabase,
  shapes: TableShape[],
  fill: () => Promise<void>,
): Promise<void> {
  if (dialectOf(trx) === 'postgres') {
    for (const { name } of shapes) await setTriggers(trx, name, 'disable')
    await withoutSearchIndexes(trx, fill)
    for (const { name } of shapes) await setTriggers(trx, name, 'enable')
    return
  }
  await sql`pragma defer_foreign_keys = on`.execute(trx)
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger'`.execute(trx)
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(trx)
  await fill()
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(trx)
  const { rows: indexes } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and sql like 'create virtual table % using fts5%'`.execute(
    trx,
  )
  for (const { name } of indexes) {
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(trx)
  }
}

/** A search index is made of all rows at once in a tenth of the time that it takes row by row. */
async function withoutSearchIndexes(trx: AnyDatabase, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select indexname as name, indexdef as sql from pg_indexes
    where schemaname = current_schema() and indexdef like '% USING gin %'`.execute(trx)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(trx)
  await fill()
  for (const index of indexes) await sql.raw(index.sql).execute(trx)
}

const setTriggers = (trx: AnyDatabase, table: string, how: 'enable' | 'disable') =>
  sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger user`.execute(trx)

/** Ids go on where they were, also where the last rows are gone: none is given twice. */
export async function writeNextId(
  trx: AnyDatabase,
  { name }: TableShape,
  nextId: number,
): Promise<void> {
  if (dialectOf(trx) === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${nextId}::bigint, false)`.execute(
      trx,
    )
    return
  }
  await sql`delete from sqlite_sequence where name = ${name}`.execute(trx)
  await sql`insert into sqlite_sequence (name, seq) values (${name}, ${nextId - 1})`.execute(trx)
}
