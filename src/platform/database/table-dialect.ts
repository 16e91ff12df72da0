import { type Kysely, sql } from 'kysely'
import { dialectOf } from './dialect.ts'

/* Changing and copying whole tables, where SQLite and PostgreSQL differ most. */

type Connected = Pick<Kysely<never>, 'getExecutor'>

/**
 * Drops a column that has a unique index of its own. SQLite cannot: the rows move to a table without it, and indexes
 * and triggers are made again.
 * @param definition the column as `create table` has it
 */
export async function dropUniqueColumn(
  db: Kysely<never>,
  table: string,
  column: string,
  definition: string,
): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db)
    return
  }
  const made = await sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name = ${table} and sql is not null`.execute(db)
  const create = made.rows.find(({ type }) => type === 'table')?.sql ?? ''
  const without = create.replace(`, "${column}" ${definition}`, '')
  if (without === create) throw new Error(`${table} has no column ${column} ${definition}`)
  const moved = `${table}_moved`
  await sql.raw(without.replace(`"${table}"`, `"${moved}"`)).execute(db)
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${moved})`.execute(
    db,
  )
  const list = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.table(moved)} (${list}) select ${list} from ${sql.table(table)}`.execute(
    db,
  )
  // Ids are never given again, those of deleted rows neither.
  await sql`update sqlite_sequence set seq = (select seq from sqlite_sequence where name = ${table})
    where name = ${moved}`.execute(db)
  await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`alter table ${sql.table(moved)} rename to ${sql.table(table)}`.execute(db)
  for (const { type, sql: text } of made.rows) if (type !== 'table') await sql.raw(text).execute(db)
}
/**
 * Puts an empty or filled copy before a table, for this connection alone: what it reads and writes by that name from
 * now on is the copy. The table itself is left as it is.
 */
export async function shadowTable(db: Connected, table: string, withRows: boolean): Promise<void> {
  const name = sql.ref(table)
  if (dialectOf(db) === 'postgres') {
    const real = await sql<{ schema: string }>`
      select relnamespace::regnamespace::text as schema from pg_class where oid = ${table}::regclass`.execute(
      db,
    )
    const source = sql.raw(`${real.rows[0]?.schema}."${table}"`)
    await sql`create temp table ${name} (like ${source} including all)`.execute(db)
    if (withRows) await sql`insert into ${name} select * from ${source}`.execute(db)
    return
  }
  const made = await sql<{ sql: string }>`select sql from main.sqlite_master
    where tbl_name = ${table} and type in ('table', 'index') and sql is not null
    order by type desc`.execute(db)
  for (const { sql: text } of made.rows) {
    const create = text.replace(/^create table/i, 'create temp table')
    await sql.raw(create.replace(/^create index /i, 'create index temp.')).execute(db)
  }
  if (withRows) await sql`insert into temp.${name} select * from main.${name}`.execute(db)
}

/** Undoes `shadowTable`. */
export async function unshadowTable(db: Connected, table: string): Promise<void> {
  const schema = dialectOf(db) === 'postgres' ? 'pg_temp' : 'temp'
  await sql`drop table if exists ${sql.id(schema, table)}`.execute(db)
}
