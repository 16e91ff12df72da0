import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import type { Queryable } from './schema.ts'
import { keepImpatient, keepStatements, openSqlite } from './sqlite/sqlite.ts'

/*
 * What differs between SQLite and PostgreSQL, except for connecting (postgres-pool.ts), whole tables (table-dialect.ts),
 * many rows (row-statement.ts), locks between processes (exclusive-lock.ts), snapshots (snapshots.ts) and the search.
 */

export type DialectName = 'sqlite' | 'postgres'

type Connected = Pick<Kysely<never>, 'getExecutor'>

export function dialectOf(db: Connected): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** A transaction takes the write lock at its start, so that two processes wait instead of failing half-way. */
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

/** SQLite rolls back changes of tables as well, so migrations are all or nothing. */
export class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * @param readOnly refuses to write; a transaction is then a snapshot and takes no lock
 * @param isImpatient looks for the write lock every half millisecond (sqlite.ts)
 */
export function sqliteDialect(
  file: string,
  { readOnly = false, isImpatient = false } = {},
): Dialect {
  const config = {
    async database() {
      const database = openSqlite(file)
      if (readOnly) database.pragma('query_only = ON')
      return isImpatient ? keepImpatient(database) : keepStatements(database)
    },
  }
  const Driver = readOnly ? SqliteDriver : ImmediateSqliteDriver
  return Object.assign(new SqliteDialect(config), {
    createDriver: () => new Driver(config),
    createAdapter: () => new TransactionalSqliteAdapter(),
  })
}

export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  return /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(code ?? '')
}

export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown })?.code === '40P01'
}

/** Codes of a database that is gone, starting, full or too busy, and of a file that cannot be read or written. */
const UNAVAILABLE =
  /^(ECONN|ETIMEDOUT|EPIPE|EHOST|ENET|ENOTFOUND|EAI_|08|40|53|57|25P0[34]|28P01|3D000|SQLITE_(IOERR|CANTOPEN|BUSY|READONLY))/

const UNAVAILABLE_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/

/** Whether the database does not answer, rather than that the question was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return UNAVAILABLE.test(code)
  return typeof message === 'string' && UNAVAILABLE_WORDS.test(message)
}

/**
 * Ends a select that takes rows for itself. SQLite, with one writer at a time, needs nothing.
 * @param skip passes over rows that another process is taking, instead of waiting for it
 */
export function lockRows(db: Connected, skip = false): RawBuilder<unknown> {
  if (dialectOf(db) === 'sqlite') return sql``
  return skip ? sql`for update skip locked` : sql`for update`
}

/** A number that no other program on the same database would take, and how many locks the numbers share. */
const NUMBER_LOCK = 1_146_046_285
const NUMBER_LOCKS = 64

/** What a transaction begins with so that, until it ends, others that ask for one of these numbers wait. */
export function locksOfNumbers(db: Queryable, numbers: readonly number[]): CompiledQuery[] {
  if (dialectOf(db) === 'sqlite' || numbers.length === 0) return []
  const locks = [...new Set(numbers.map((number) => number % NUMBER_LOCKS))]
  // In one order, so that no two wait for each other.
  const list = JSON.stringify(locks.sort((a, b) => a - b))
  const query = sql`select pg_advisory_xact_lock(${NUMBER_LOCK}::integer, value::integer)
    from json_array_elements_text(${list}::json)`
  return [query.compile(db)]
}

/** The clock that several machines share, in milliseconds. */
export function databaseTime(db: Connected): RawBuilder<number> {
  return dialectOf(db) === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

/** After rows were inserted with ids of their own; SQLite does so by itself. */
export async function continueIds(db: Queryable, table: 'entries' | 'documents'): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  )
}

/** The major version of the PostgreSQL server; undefined for SQLite. Fails where nothing answers. */
export async function databaseVersion(db: Queryable): Promise<number | undefined> {
  if (dialectOf(db) === 'sqlite') {
    await sql`select count(*) from sqlite_master`.execute(db)
    return undefined
  }
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db)
  return Math.floor((rows[0]?.version ?? 0) / 10_000)
}

const MIGRATION_LOCK = 1_146_046_283

/** Keeps other processes' migrations waiting until the transaction ends; SQLite's transactions wait anyway. */
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

/** Pages of the write-ahead log before they move to the database: SQLite's default, and what suits many rows. */
const USUAL_LOG = 1000
const LONG_LOG = 16_000

/**
 * For an import. Alone, it may let the log grow, so that a page that changes often is moved once; otherwise another process
 * would have to move it. A larger cache was no quicker, and a mapped file would count as the program's memory.
 */
export async function preferWriting(db: Connected, isAlone: boolean): Promise<void> {
  await sql`pragma mmap_size = 0`.execute(db)
  await sql`pragma cache_size = -4000`.execute(db)
  await sql`pragma wal_autocheckpoint = ${sql.lit(isAlone ? LONG_LOG : USUAL_LOG)}`.execute(db)
}

/** Whether a text, in lower case, has the other somewhere in it. */
export function contains(lowered: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`${lowered} like ${pattern} escape '\\'`
}
