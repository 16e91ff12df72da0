import { type Kysely, sql } from 'kysely'
import { dialectOf } from './dialect.ts'

type ConnectedDialect = Pick<Kysely<never>, 'getExecutor'>

/** Hides a table behind an empty or filled copy, only for this connection. */
export async function shadowTable(
  db: ConnectedDialect,
  table: string,
  withRows: boolean,
): Promise<void> {
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

export async function unshadowTable(db: ConnectedDialect, table: string): Promise<void> {
  const schema = dialectOf(db) === 'postgres' ? 'pg_temp' : 'temp'
  await sql`drop table if exists ${sql.id(schema, table)}`.execute(db)
}
