import {
  CompiledQuery,
  type ControlledTransaction,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Thread, ThreadFunctions } from '../../threads/thread.ts'
import type { Database, Schema } from '../schema.ts'
import { type CachedStatements, cacheStatements, openSqlite } from './sqlite.ts'

/* better-sqlite3 blocks its thread while a query runs, a process holds the lock, or a commit is written (decision 033). */

interface Statement {
  sql: string
  parameters: readonly unknown[]
  /** The number of its transaction; 0 if outside of any. */
  transaction: number
  /** In milliseconds: after that, it is not begun. */
  dueAt: number | undefined
}

const TOO_LATE = 'the statements before it took too long'

/** The thread's side, with its only connection, which a transaction occupies until it ends. */
export function sqlHandlers(db: Database): ThreadFunctions {
  const open = new Map<number, ControlledTransaction<Schema>>()

  function transactionOf(number: number): ControlledTransaction<Schema> {
    const transaction = open.get(number)
    if (!transaction) throw new Error('the transaction has ended with its thread')
    return transaction
  }

  return {
    async begin(number: number) {
      open.set(number, await db.startTransaction().execute())
    },
    async run({ sql, parameters, transaction, dueAt = Infinity }: Statement) {
      if (Date.now() > dueAt) throw Object.assign(new Error(TOO_LATE), { code: 'SQLITE_BUSY' })
      const on = transaction === 0 ? db : transactionOf(transaction)
      return on.executeQuery(CompiledQuery.raw(sql, [...parameters]))
    },
    async commit(number: number) {
      await transactionOf(number).commit().execute()
      open.delete(number)
    },
    async rollback(number: number) {
      const transaction = transactionOf(number)
      open.delete(number)
      await transaction.rollback().execute()
    },
    closeDatabase: () => db.destroy(),
  }
}

interface RemoteOptions {
  /** If set, read directly, through a connection that never waits and sees committed data. */
  file?: string
  /** How long a statement waits for those before it. SQLite has no way to end one that runs. */
  maxWaitMs?: number | undefined
}

/** The other side. */
export function remoteSqliteDialect(thread: Thread, { file, maxWaitMs }: RemoteOptions): Dialect {
  let reading: CachedStatements | undefined
  const driver = {
    async init() {
      if (file !== undefined) reading = cacheStatements(openSqlite(file))
    },
    acquireConnection: async () => remoteConnection(thread, reading, maxWaitMs),
    beginTransaction: (connection: RemoteConnection) => connection.begin(),
    commitTransaction: (connection: RemoteConnection) => connection.end('commit'),
    rollbackTransaction: (connection: RemoteConnection) => connection.end('rollback'),
    async releaseConnection() {},
    destroy: async () => reading?.close(),
  } satisfies Driver
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new RemoteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Otherwise Kysely would make page requests wait for transactions. */
class RemoteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

type RemoteConnection = ReturnType<typeof remoteConnection>

let lastTransaction = 0

function remoteConnection(thread: Thread, reading?: CachedStatements, maxWaitMs?: number) {
  let transaction = 0
  return {
    async begin() {
      lastTransaction += 1
      const number = lastTransaction
      await thread.call('begin', number)
      transaction = number
    },
    /** If a commit fails, Kysely rolls back. */
    async end(how: 'commit' | 'rollback') {
      await thread.call(how, transaction)
      transaction = 0
    },
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (reading && transaction === 0) {
        const statement = reading.prepare(sql)
        if (statement.readonly) return { rows: statement.all(parameters) as R[] }
      }
      const dueAt = maxWaitMs ? Date.now() + maxWaitMs : undefined
      const statement: Statement = { sql, parameters, transaction, dueAt }
      return thread.call<QueryResult<R>>('run', statement)
    },
    streamQuery(): never {
      throw new Error('rows are read page by page here')
    },
  }
}
