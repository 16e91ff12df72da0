import { Worker } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { receiveError } from '../../passed-error.ts'
import { builtProgram } from '../../project-root.ts'
import type { Database } from '../schema.ts'
import type { Answer, Opening, Query, Question } from './sqlite-worker.ts'

/**
 * SQLite with a connection on a thread of its own (sqlite-worker.ts). better-sqlite3 keeps its thread busy while a query
 * runs and while the disk makes a commit durable; here that thread is not the one that serves.
 */
export function threadedSqliteDialect(
  file: string,
  { readOnly = false, isLongWork = false } = {},
): Dialect {
  return {
    createDriver: () => new ThreadDriver({ file, readOnly, isLongWork }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new ThreadAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class ThreadAdapter extends SqliteAdapter {}

interface QueryTogether extends CompiledQuery {
  queries: CompiledQuery[]
}

/**
 * Runs queries in one transaction, where none needs what another gave. For SQLite's thread they are one message: asking
 * it five times for a transaction costs more than the transaction.
 * @returns the rows of each
 */
export async function runTogether(db: Database, queries: CompiledQuery[]): Promise<unknown[][]> {
  const [first] = queries
  if (!first) return []
  if (db.getExecutor().adapter instanceof ThreadAdapter) {
    const together: QueryTogether = { ...first, queries }
    return (await db.executeQuery<unknown[]>(together)).rows
  }
  return db.transaction().execute(async (trx) => {
    const rows: unknown[][] = []
    for (const query of queries) rows.push((await trx.executeQuery(query)).rows)
    return rows
  })
}

class ThreadDriver implements Driver {
  readonly #opening: Opening
  #connection: ThreadConnection | undefined

  constructor(opening: Opening) {
    this.#opening = opening
  }
  async init() {}
  /** A thread that has ended, for whatever reason, is followed by another. */
  async acquireConnection() {
    if (!this.#connection?.isOpen) this.#connection = new ThreadConnection(this.#opening)
    return this.#connection
  }
  async beginTransaction(connection: DatabaseConnection) {
    const begin = this.#opening.readOnly ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async releaseConnection() {}
  async destroy() {
    await this.#connection?.close()
  }
}

interface Asked {
  resolve(answer: Answer): void
  reject(error: Error): void
}

class ThreadConnection implements DatabaseConnection {
  readonly #worker: Worker
  readonly #asked: Asked[] = []
  isOpen = true

  constructor(opening: Opening) {
    this.#worker = new Worker(builtProgram('sqlite-worker.js'), { workerData: opening })
    // Answers come in the order of the questions.
    this.#worker.on('message', (answer: Answer) => this.#settle(answer))
    this.#worker.on('error', (error) => this.#end(error as Error))
    this.#worker.on('exit', () => this.#end(new Error('the database thread has ended')))
    // It keeps no program alive; a question that waits for its answer does.
    this.#worker.unref()
  }

  async executeQuery<R>(query: CompiledQuery | QueryTogether): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#ask(questionOf(query))
    const counted = changes !== undefined && { numAffectedRows: BigInt(changes) }
    return { rows: rows as R[], ...counted }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery, chunkSize: number) {
    let answer = await this.#ask({ kind: 'open', sql, parameters, chunkSize })
    const stream = answer.stream as number
    try {
      while (answer.rows.length > 0) {
        yield { rows: answer.rows as R[] }
        answer = await this.#ask({ kind: 'next', stream, chunkSize })
      }
    } finally {
      if (this.isOpen) await this.#ask({ kind: 'close', stream })
    }
  }

  async close(): Promise<void> {
    if (this.isOpen) await this.#ask({ kind: 'end' })
    await this.#worker.terminate()
  }

  #ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage(question)
    })
  }

  #settle(answer: Answer): void {
    const asked = this.#asked.shift()
    if (this.#asked.length === 0) this.#worker.unref()
    if (answer.error) asked?.reject(receiveError(answer.error))
    else asked?.resolve(answer)
  }

  #end(error: Error): void {
    this.isOpen = false
    for (const { reject } of this.#asked.splice(0)) reject(error)
  }
}

function questionOf(query: CompiledQuery | QueryTogether): Question {
  if (!('queries' in query)) return { kind: 'run', ...textOf(query) }
  return { kind: 'together', queries: query.queries.map(textOf) }
}

/** Nothing else of a query could be sent to the thread. */
const textOf = ({ sql, parameters }: CompiledQuery): Query => ({ sql, parameters })
