import SQLite from 'better-sqlite3'
import {
  type ColumnDefinitionBuilder,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Queryable } from './schema.ts'

/* Everything that differs between SQLite and PostgreSQL, but for the search (features/docket/search-queries.ts). */

export type DialectName = 'sqlite' | 'postgres'

/** Any Kysely instance or transaction, whatever its schema. */
type Connected = Pick<Kysely<never>, 'getExecutor'>

/** Which database a Kysely instance or transaction talks to. */
export function dialectOf(db: Connected): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** `integer primary key autoincrement`, or an identity column: ids are given once and never reused. */
export function asId(dialect: DialectName) {
  return (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite'
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedByDefaultAsIdentity()
}

/** Opens the file with write-ahead log and synchronous=FULL: a committed row survives kill -9 and a power cut. */
export function openSqlite(file: string): SQLite.Database {
  const database = new SQLite(file, { timeout: 10_000 })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    database.pragma('cache_size = -32000')
    database.pragma('mmap_size = 268435456')
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** A transaction takes the write lock at its start, so that two processes wait instead of failing half-way. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver() {
    return new ImmediateSqliteDriver(this.#config)
  }
}

export function sqliteDialect(file: string): Dialect {
  return new ImmediateSqliteDialect({ database: async () => openSqlite(file) })
}

const INT8 = 20

/** @param onError told of connections lost while idle; queries report their own. */
export function postgresDialect(
  connectionString: string,
  onError: (error: Error) => void,
): Dialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // bigint as number: ids and milliseconds stay far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  pool.on('error', onError)
  // The pool watches only its idle connections; one lost between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}

/** Whether an error of either database says that a unique index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown })?.code
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  )
}

/** Codes of a database that is gone, going, starting or full, and of a file that cannot be read or written. */
const UNAVAILABLE =
  /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|08|53|57P|SQLITE_(IOERR|CANTOPEN|BUSY|READONLY))/

/** Whether an error of either database says that it does not answer, rather than that the question was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return UNAVAILABLE.test(code)
  return (
    typeof message === 'string' &&
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
  )
}

/** Triggers raise `revision` with every committed change of these tables, whoever makes it. */
export async function watchForRevision(db: Kysely<never>, tables: string[]): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`create function raise_revision() returns trigger language plpgsql as
      'begin update revision set value = value + 1; return null; end'`.execute(db)
    for (const table of tables) {
      await sql`create trigger ${sql.ref(`${table}_revision`)} after insert or update or delete on ${sql.table(table)}
        for each statement execute function raise_revision()`.execute(db)
    }
    return
  }
  for (const table of tables) {
    for (const event of ['insert', 'update', 'delete']) {
      await sql`create trigger ${sql.ref(`${table}_revision_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        begin update revision set value = value + 1; end`.execute(db)
    }
  }
}

/** Rows that are only in memory, as the table `v`: one statement then changes as many rows as there are. */
export function rowsAsTable<Row extends object>(
  db: Connected,
  columns: { [Name in keyof Row & string]: 'integer' | 'bigint' | 'text' },
  rows: readonly Row[],
): RawBuilder<Row> {
  const json = JSON.stringify(rows)
  const types = Object.entries(columns) as [string, string][]
  if (dialectOf(db) === 'postgres') {
    const list = types.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`json_to_recordset(${json}::json) as v (${sql.join(list)})`
  }
  const list = types.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(list)} from json_each(${json})) as v`
}

/**
 * Ends a select that takes rows for itself. SQLite has one writer at a time, so there is nothing to add.
 * @param skip passes over rows that another process is just taking, instead of waiting for it
 */
export function lockRows(db: Connected, skip = false): RawBuilder<unknown> {
  if (dialectOf(db) === 'sqlite') return sql``
  return skip ? sql`for update skip locked` : sql`for update`
}

/** The database's own clock in milliseconds: the one that several machines share. */
export function databaseTime(db: Connected): RawBuilder<number> {
  return dialectOf(db) === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

/** After rows were put in with ids of their own: the next id is above them all. SQLite sees to it by itself. */
export async function continueIds(db: Queryable, table: 'entries' | 'documents'): Promise<void> {
  if (dialectOf(db as unknown as Kysely<never>) === 'sqlite') return
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
    db,
  )
}
