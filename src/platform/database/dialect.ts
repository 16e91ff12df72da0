import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import type { Database, Queryable } from './schema.ts'
import { cacheStatements, openSqlite } from './sqlite/sqlite.ts'

/* How SQLite and PostgreSQL differ, but for connecting, many rows (row-statement.ts), exclusive-lock.ts, and search. */

export type DialectName = 'sqlite' | 'postgres'

type Connected = Pick<Kysely<never>, 'getExecutor'>

export const dialectOf = (db: Connected): DialectName =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** Transactions take the write lock at the start, so that processes wait for each other instead of failing midway. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      // SQLite has already rolled back, for example because the disk is full.
      if (!String(error).includes('no transaction is active')) throw error
    }
  }
}

/** @param readOnly refuses writes; transactions are then snapshots and take no lock */
export function sqliteDialect(file: string, { readOnly = false } = {}): Dialect {
  const config = {
    async database() {
      const database = openSqlite(file)
      if (readOnly) database.pragma('query_only = ON')
      return cacheStatements(database)
    },
  }
  const Driver = readOnly ? SqliteDriver : ImmediateSqliteDriver
  return Object.assign(new SqliteDialect(config), { createDriver: () => new Driver(config) })
}

export const isUniqueViolation = (error: unknown) =>
  isError(error, /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/)

export const isDeadlock = (error: unknown) => isError(error, /^40P01$/)

const UNAVAILABLE =
  /^(ECONN|ETIMEDOUT|EPIPE|EHOST|ENET|ENOTFOUND|EAI_|08|40|53|57|25006|25P0[34]|28P01|3D000|SQLITE_(IOERR|CANTOPEN|BUSY|READONLY))/

const UNAVAILABLE_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/

/** Gone, starting, full, too busy, or read-only, or its file cannot be read or written: the query is not to blame. */
export const isDatabaseUnavailable = (error: unknown) =>
  isError(error, UNAVAILABLE, UNAVAILABLE_WORDS)

const LOST = /^(ECONNRESET|EPIPE|08|57P0)/
const LOST_WORDS = /^(Connection terminated|Client (has encountered a connection error|was closed))/

/** Whether PostgreSQL closed the connection: another one may work. */
export const isConnectionLost = (error: unknown) => isError(error, LOST, LOST_WORDS)

function isError(error: unknown, codes: RegExp, words?: RegExp): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return codes.test(code)
  return words?.test(String(message)) ?? false
}

/** Ends a select. @param skip skips rows that another process has locked, instead of waiting */
export function lockRows(db: Connected, skip = false): RawBuilder<unknown> {
  if (dialectOf(db) === 'sqlite') return sql``
  return skip ? sql`for update skip locked` : sql`for update`
}

/** An id that no other program on the same database is likely to use, and how many locks the numbers share. */
const NUMBER_LOCK = 1_146_046_285
const NUMBER_LOCKS = 64

/** Until the transaction ends, others that lock one of these numbers wait. */
export async function lockNumbers(db: Connected, numbers: readonly number[]): Promise<void> {
  if (dialectOf(db) === 'sqlite' || numbers.length === 0) return
  const locks = [...new Set(numbers.map((number) => number % NUMBER_LOCKS))]
  // Always in the same order, to prevent deadlocks.
  const list = JSON.stringify(locks.sort((a, b) => a - b))
  await sql`select pg_advisory_xact_lock(${NUMBER_LOCK}::integer, value::integer)
    from json_array_elements_text(${list}::json)`.execute(db)
}

/** After a table's name: reads it by this index. PostgreSQL chooses by itself, knowing how many rows a range has. */
export const indexedBy = (db: Connected, index: string): string =>
  dialectOf(db) === 'sqlite' ? `indexed by ${index}` : ''

/** Reads a consistent state of the database, whatever is written in the meantime. @param db that only reads */
export function readSnapshot<T>(db: Database, read: (snapshot: Queryable) => Promise<T>) {
  const transaction = db.transaction()
  if (dialectOf(db) === 'sqlite') return transaction.execute(read)
  return transaction
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // Parallel workers would take every core from the visitors' requests.
      await sql`set local max_parallel_workers_per_gather = 0`.execute(snapshot)
      return read(snapshot)
    })
}

/** The database's clock, shared by several machines, in milliseconds. */
export function databaseTime(db: Connected): RawBuilder<number> {
  return dialectOf(db) === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

export const findDatabaseTime = async (db: Queryable) =>
  (await db.selectNoFrom(databaseTime(db).as('now')).executeTakeFirstOrThrow()).now

/** The last id that the table gave, even if its row was deleted. */
const lastPostgresId = (table: string) =>
  sql<number>`pg_sequence_last_value(cast(pg_get_serial_sequence(${table}, 'id') as regclass))`

export async function findLastId(db: Connected, table: string): Promise<number> {
  const last =
    dialectOf(db) === 'postgres'
      ? lastPostgresId(table)
      : sql<number>`(select seq from sqlite_sequence where name = ${table})`
  const { rows } = await sql<{ last: number }>`select coalesce(${last}, 0) as last`.execute(db)
  return rows[0]?.last ?? 0
}

export async function reserveIds(db: Connected, table: string, last: number): Promise<void> {
  if (last === 0) return
  if (dialectOf(db) === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      greatest(${lastPostgresId(table)}, ${last}))`.execute(db)
    return
  }
  await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) select ${table}, ${last}
    where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db)
}

export async function findFreeId(db: Connected, table: string, id = 0) {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(db)
  return id > 0 && rows.length === 0 ? id : undefined
}

/** Of PostgreSQL. Fails if the database does not answer. */
export async function findServer(db: Queryable) {
  if (dialectOf(db) === 'sqlite') {
    await sql`select count(*) from sqlite_master`.execute(db)
    return undefined
  }
  const { rows } = await sql<{ version: number; encoding: string; isReadOnly: boolean }>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(db)
  return rows[0]
}

const MIGRATION_LOCK = 1_146_046_283

/** Makes other processes' migrations wait until the transaction ends; SQLite's transactions wait anyway. */
export async function waitForMigrations(trx: Queryable): Promise<void> {
  if (dialectOf(trx) === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(trx)
}

export async function mayCreateTables(db: Queryable): Promise<boolean> {
  if (dialectOf(db) === 'sqlite') return true
  const { rows } = await sql<{ may: boolean | null }>`
    select has_schema_privilege(current_schema(), 'create') as may`.execute(db)
  return rows[0]?.may ?? false
}

/** Case-insensitive substring search. @param lowered already in lower case */
export function contains(lowered: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`${lowered} like ${pattern} escape '\\'`
}

/** Hides a table behind an empty or filled copy, only for this connection. */
export async function shadowTable(db: Connected, table: string, withRows: boolean): Promise<void> {
  const name = sql.ref(table)
  if (dialectOf(db) === 'postgres') {
    const copy = sql.ref(`copy_of_${table}`)
    await sql`create temp table ${copy} (like ${name} including all)`.execute(db)
    if (withRows) await sql`insert into ${copy} select * from ${name}`.execute(db)
    await sql`alter table ${copy} rename to ${name}`.execute(db)
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

export async function unshadowTable(db: Connected, table: string): Promise<void> {
  const schema = dialectOf(db) === 'postgres' ? 'pg_temp' : 'temp'
  await sql`drop table if exists ${sql.id(schema, table)}`.execute(db)
}
