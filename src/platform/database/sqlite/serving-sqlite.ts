import { setTimeout as sleep } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { TransactionalSqliteAdapter } from '../dialect.ts'
import { type KeptStatements, keepStatements, openSqlite } from './sqlite.ts'

/**
 * SQLite for a thread that serves, by two connections: whoever reads waits for nobody, neither for a transaction under way
 * here nor for the file's lock, and whoever writes waits for that lock without keeping the thread. A read outside a
 * transaction sees what is committed, as on PostgreSQL. What belongs to one connection, such as temporary tables, has no
 * place here.
 *
 * @param patienceMs how long a writer waits for the lock; then its error has the code SQLITE_BUSY
 */
export function servingSqliteDialect(file: string, { patienceMs = 10_000 } = {}): Dialect {
  return {
    createDriver: () => new ServingDriver(file, patienceMs),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new ServingAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Else Kysely would let one query wait for the other, a page for a transaction. */
class ServingAdapter extends TransactionalSqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Pages of the write-ahead log before a commit here would move them to the database's own, which takes its time: the
 * connections on threads do that long before.
 */
const LONG_LOG = 16_000
const LOOK_AGAIN_MS = 1

class ServingDriver implements Driver {
  readonly #file: string
  readonly #patienceMs: number
  #reading: KeptStatements | undefined
  #writer: Writer | undefined

  constructor(file: string, patienceMs: number) {
    this.#file = file
    this.#patienceMs = patienceMs
  }

  async init() {
    this.#reading = keepStatements(openSqlite(this.#file))
    this.#writer = new Writer(openSqlite(this.#file), this.#patienceMs)
  }
  async acquireConnection() {
    return new ServingConnection(this.#reading as KeptStatements, this.#writer as Writer)
  }
  async beginTransaction(connection: ServingConnection) {
    await connection.begin()
  }
  async commitTransaction(connection: ServingConnection) {
    connection.commit()
  }
  async rollbackTransaction(connection: ServingConnection) {
    connection.rollBack()
  }
  async releaseConnection() {}
  async destroy() {
    await this.#writer?.close()
    this.#reading?.close()
  }
}

/** The connection that writes: for one after the other, in the order in which they came. */
class Writer {
  readonly #database: SQLite.Database
  readonly #kept: KeptStatements
  readonly #patienceMs: number
  #last: Promise<void> = Promise.resolve()

  constructor(database: SQLite.Database, patienceMs: number) {
    database.pragma('busy_timeout = 0')
    database.pragma(`wal_autocheckpoint = ${LONG_LOG}`)
    this.#database = database
    this.#kept = keepStatements(database)
    this.#patienceMs = patienceMs
  }

  /** @returns lets the next one */
  async takeTurn(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }

  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    return run(this.#kept.prepare(sql), parameters)
  }

  /** For a statement that needs the lock. SQLite itself would sleep, and with it the thread. */
  async runWhenFree<R>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<R>> {
    const until = performance.now() + this.#patienceMs
    for (;;) {
      try {
        return this.run(sql, parameters)
      } catch (error) {
        // It has done nothing yet.
        const isBusy = (error as { code?: string }).code === 'SQLITE_BUSY'
        if (!isBusy || performance.now() > until) throw error
      }
      await sleep(LOOK_AGAIN_MS)
    }
  }

  /** SQLite has done so already where the disk is full, say. */
  rollBack(): void {
    if (this.#database.inTransaction) this.run('rollback')
  }

  async close(): Promise<void> {
    await this.#last
    this.#kept.close()
  }
}

class ServingConnection implements DatabaseConnection {
  readonly #reading: KeptStatements
  readonly #writer: Writer
  /** Only in a transaction. */
  #endTurn: (() => void) | undefined

  constructor(reading: KeptStatements, writer: Writer) {
    this.#reading = reading
    this.#writer = writer
  }

  async begin(): Promise<void> {
    const endTurn = await this.#writer.takeTurn()
    try {
      await this.#writer.runWhenFree('begin immediate')
      this.#endTurn = endTurn
    } catch (error) {
      endTurn()
      throw error
    }
  }

  /** Where it fails, Kysely rolls back, and that ends the turn. */
  commit(): void {
    this.#writer.run('commit')
    this.#end()
  }

  rollBack(): void {
    try {
      this.#writer.rollBack()
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#endTurn) return this.#writer.run(sql, parameters)
    const statement = this.#reading.prepare(sql)
    if (statement.readonly) return run(statement, parameters)
    const endTurn = await this.#writer.takeTurn()
    try {
      return await this.#writer.runWhenFree(sql, parameters)
    } finally {
      endTurn()
    }
  }

  /** It would keep all other readers at the state it began with. */
  streamQuery(): never {
    throw new Error('Rows are streamed from a connection of their own: connectApart()')
  }
}

function run<R>(statement: SQLite.Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(parameters) as R[] }
  const { changes } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes) }
}
