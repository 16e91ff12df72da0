import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { DatabaseError, explainDatabaseError, withoutPassword } from './database-error.ts'
import { databaseVersion, isDeadlock, isUniqueViolation, sqliteDialect } from './dialect.ts'
import { type PostgresOptions, postgresDialect } from './postgres-pool.ts'
import type { Database, Queryable, Schema } from './schema.ts'
import { servingSqliteDialect } from './sqlite/serving-sqlite.ts'
import { threadedSqliteDialect } from './sqlite/sqlite-thread.ts'

/** The oldest that its makers still care for. */
const OLDEST_POSTGRES = 14

/**
 * Opens the database and proves that it answers.
 * @param url `sqlite:FILE` or `postgres://…`; what its query says of connections goes before the options
 * @param isServing for a thread that serves: its reads wait for no writer, and no writer keeps it (serving-sqlite.ts)
 * @throws DatabaseError when it is out of reach, too old, corrupt, or not a database
 */
export async function connectDatabase(
  url: string,
  { isServing = false, ...options }: PostgresOptions & { isServing?: boolean } = {},
): Promise<Database> {
  const isSqlite = url.startsWith('sqlite:')
  const file = url.slice('sqlite:'.length)
  let db: Database | undefined
  try {
    if (isSqlite) mkdirSync(dirname(file), { recursive: true })
    const sqlite = isServing ? servingSqliteDialect : sqliteDialect
    const dialect = isSqlite ? sqlite(file) : postgresDialect(url, options)
    db = new Kysely<Schema>({ dialect })
    refuseOld(await databaseVersion(db))
    return db
  } catch (error) {
    await db?.destroy().catch(() => {})
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(
      `DATABASE_URL cannot be opened: ${explainDatabaseError(error)} (${isSqlite ? file : withoutPassword(url)})`,
      { cause: error },
    )
  }
}

/** @param version of PostgreSQL; undefined for the SQLite that this program brings */
export function refuseOld(version: number | undefined): void {
  if (version === undefined || version >= OLDEST_POSTGRES) return
  throw new DatabaseError(
    `DATABASE_URL names a PostgreSQL ${version}, which is too old: it must be ${OLDEST_POSTGRES} or newer`,
  )
}

/**
 * The same database again, where a query does not keep this thread from serving: for SQLite a connection on a thread of
 * its own; PostgreSQL works elsewhere anyway, so that `db` itself is returned.
 */
export function connectOnThread(url: string, db: Database): Database {
  if (!url.startsWith('sqlite:')) return db
  return new Kysely<Schema>({ dialect: threadedSqliteDialect(url.slice('sqlite:'.length)) })
}

/**
 * A connection that only reads, opened when it is first used, for a thread that may be kept: a query on SQLite runs on the
 * thread that asks. There a transaction is a snapshot and takes no lock.
 */
export function connectReader(url: string, options: PostgresOptions): Database {
  const dialect = url.startsWith('sqlite:')
    ? sqliteDialect(url.slice('sqlite:'.length), { readOnly: true })
    : postgresDialect(url, options)
  return new Kysely<Schema>({ dialect })
}

/**
 * One more connection to the same database for long work, opened when it is first used: for SQLite on a thread of its
 * own, for PostgreSQL from a pool of its own, so that visitors' queries never wait for one.
 * @param readOnly refuses to write on SQLite; there, a transaction is then a snapshot and takes no lock
 * @param isLongWork goes behind whoever serves visitors on SQLite; only with readOnly
 */
export function connectApart(
  url: string,
  {
    readOnly = false,
    isLongWork = false,
    ...options
  }: PostgresOptions & { readOnly?: boolean; isLongWork?: boolean },
): Database {
  const dialect = url.startsWith('sqlite:')
    ? threadedSqliteDialect(url.slice('sqlite:'.length), { readOnly, isLongWork })
    : postgresDialect(url, options)
  return new Kysely<Schema>({ dialect })
}

/** Raised by triggers with every committed change of what the public sees. */
export async function findRevision(db: Queryable): Promise<number> {
  const row = await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()
  return row.value
}

const MOST_TRIES = 3

/**
 * Runs the transaction; `undefined` when a unique index already holds such a row. Of two that wait for each other PostgreSQL
 * ends one, which is run once more: by then the other has its row, or has failed.
 */
export async function unlessTaken<T>(insert: () => Promise<T>, tries = 1): Promise<T | undefined> {
  try {
    return await insert()
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    if (isDeadlock(error) && tries < MOST_TRIES) return unlessTaken(insert, tries + 1)
    throw error
  }
}
