import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../../config.ts'
import type { Thread } from '../threads/thread.ts'
import {
  DatabaseError,
  explainDatabaseError,
  READ_ONLY,
  withoutPassword,
} from './database-error.ts'
import { findServer, isDeadlock, isUniqueViolation, sqliteDialect } from './dialect.ts'
import type { Database, Queryable, Schema } from './schema.ts'
import { remoteSqliteDialect } from './sqlite/remote-sqlite.ts'

/** The oldest version that is still maintained. */
const OLDEST_POSTGRES = 14

/** @param writing for a service on SQLite, the thread that writes @throws DatabaseError if it is no usable database */
export async function connectDatabase(
  url: string,
  { writing, ...options }: PostgresOptions & { writing?: Thread | undefined } = {},
): Promise<Database> {
  const file = sqliteFile(url)
  let db: Database | undefined
  try {
    if (file !== undefined) mkdirSync(dirname(file), { recursive: true })
    const sqlite = (file: string) =>
      writing ? remoteSqliteDialect(writing, { file }) : sqliteDialect(file)
    db = connectBy(url, options, sqlite)
    const server = await findServer(db)
    if (server) refuseServer(server)
    return db
  } catch (error) {
    await db?.destroy().catch(() => {})
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(
      `DATABASE_URL cannot be opened: ${explainDatabaseError(error)} (${file ?? withoutPassword(url)})`,
      { cause: error },
    )
  }
}

/** On one connection, without limits. */
export async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await connectDatabase(url, { poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

export function refuseServer({ version, encoding }: { version: number; encoding: string }) {
  if (version < OLDEST_POSTGRES)
    throw new DatabaseError(
      `DATABASE_URL points to PostgreSQL ${version}, which is too old: ${OLDEST_POSTGRES} or newer is required`,
    )
  if (encoding !== 'UTF8')
    throw new DatabaseError(
      `DATABASE_URL points to a database in the encoding ${encoding}, which cannot hold every character: create one in UTF8, for example: createdb --encoding=UTF8 --template=template0 docket`,
    )
}

export async function requireWritable(db: Queryable): Promise<void> {
  if ((await findServer(db))?.isReadOnly) throw new DatabaseError(READ_ONLY)
}

export const sqliteFile = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined

function connectBy(url: string, options: PostgresOptions, sqlite: (file: string) => Dialect) {
  const file = sqliteFile(url)
  const dialect =
    file === undefined ? new PostgresDialect({ pool: createPool(url, options) }) : sqlite(file)
  return new Kysely<Schema>({ dialect })
}

/** Read-only, so that visitors' queries never wait for long ones: a reading thread on SQLite, otherwise a pool. */
export const connectReader = (url: string, reading: Thread, options: PostgresOptions): Database =>
  connectBy(url, options, () =>
    remoteSqliteDialect(reading, { maxWaitMs: options.statementTimeoutMs }),
  )

export const connectReadingThread = (url: string, options: PostgresOptions): Database =>
  connectBy(url, options, (file) => sqliteDialect(file, { readOnly: true }))

export const connectWritingThread = (url: string): Database => connectBy(url, {}, sqliteDialect)

const MAX_ATTEMPTS = 3

/** @returns `undefined` if a unique index has such a row already; after a deadlock on PostgreSQL, runs the transaction again */
export async function unlessDuplicate<T>(
  insert: () => Promise<T>,
  tries = 1,
): Promise<T | undefined> {
  try {
    return await insert()
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    if (isDeadlock(error) && tries < MAX_ATTEMPTS) return unlessDuplicate(insert, tries + 1)
    throw error
  }
}

/** 0 means no limit. Parameters in the address override these. */
export interface PostgresOptions extends Partial<Config['database']> {
  /** Called for connections lost while idle; queries report their own errors. */
  onIdleError?: (error: Error) => void
}

/** If the server has not ended a statement this long after its timeout, the connection counts as lost. */
const GRACE_MS = 5000

function createPool(
  connectionString: string,
  {
    poolSize = 10,
    connectTimeoutMs = 10_000,
    statementTimeoutMs = 0,
    /** Between two statements of a transaction; afterward its locks are released. */
    idleTransactionMs = 0,
    onIdleError = () => {},
  }: PostgresOptions,
): pg.Pool {
  const types = new pg.TypeOverrides()
  // Ids and milliseconds stay far below 2^53.
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    fallback_application_name: 'docket',
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs && statementTimeoutMs + GRACE_MS,
    idle_in_transaction_session_timeout: idleTransactionMs,
    types,
    async onConnect(client) {
      // The pool watches only idle connections; losing one between two queries of a transaction would crash the process.
      client.on('error', () => {})
      closeWhenOverdue(client)
      // A server's stricter default would refuse records that are written at once.
      await client.query("set default_transaction_isolation = 'read committed'")
    },
  })
  pool.on('error', onIdleError)
  return pool
}

type Query = (...args: unknown[]) => Promise<unknown>

/** pg keeps a connection whose answer is overdue; its next user would wait for the same answer. */
function closeWhenOverdue(client: pg.ClientBase & { end?: () => Promise<void> }): void {
  const query = client.query.bind(client) as Query
  const impatient: Query = (...args) =>
    query(...args).catch((error: Error) => {
      if (error.message === 'Query read timeout') client.end?.().catch(() => {})
      throw error
    })
  client.query = impatient as typeof client.query
}
