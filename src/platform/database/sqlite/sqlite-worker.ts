/* The thread of sqlite-thread.ts: holds one connection, answers one question after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { type PassedError, passError } from '../../passed-error.ts'
import { lowerPriority } from '../../threads/lower-priority.ts'
import { keepStatements, openSqlite } from './sqlite.ts'

export interface Query {
  sql: string
  parameters: readonly unknown[]
}

export type Question =
  | ({ kind: 'run' } & Query)
  | { kind: 'together'; queries: Query[] }
  | ({ kind: 'open'; chunkSize: number } & Query)
  | { kind: 'next'; stream: number; chunkSize: number }
  | { kind: 'close'; stream: number }
  | { kind: 'end' }

export interface Answer {
  rows: unknown[]
  changes?: number
  stream?: number
  error?: PassedError
}

export interface Opening {
  file: string
  readOnly: boolean
  /** Goes behind whoever serves visitors; not for a writer, whose lock they would wait for. */
  isLongWork: boolean
}

// Message and code leave this thread, no stack does: and one would cost more than looking whether the lock is free.
Error.stackTraceLimit = 0

const database = open(workerData as Opening)
const streams = new Map<number, Iterator<unknown>>()
let lastStream = 0

parentPort?.on('message', (question: Question) => {
  parentPort?.postMessage(answerOf(question))
})

function open({ file, readOnly, isLongWork }: Opening): SqliteDatabase {
  if (isLongWork) lowerPriority()
  const opened = openSqlite(file)
  opened.pragma('busy_timeout = 0')
  if (readOnly) opened.pragma('query_only = ON')
  return keepStatements(opened)
}

/** As long as SQLite itself waits elsewhere. */
const PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 0.5
const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

/**
 * SQLite would look again after 1, 2, 5, 10 and up to 100 milliseconds: a download would wait that long to be recorded
 * while an import, say, has the lock for three.
 */
function whenFree<T>(work: () => T): T {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return work()
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() > until)
        throw error
      Atomics.wait(nobodyWakes, 0, 0, LOOK_AGAIN_MS)
    }
  }
}

function answerOf(question: Question): Answer {
  try {
    return answer(question)
  } catch (error) {
    return { rows: [], error: passError(error) }
  }
}

function answer(question: Question): Answer {
  switch (question.kind) {
    case 'run':
      return whenFree(() => run(database.prepare(question.sql), question.parameters))
    case 'together':
      return whenFree(() => ({ rows: runTogether(question.queries) }))
    case 'open': {
      const { sql, parameters, chunkSize } = question
      lastStream += 1
      streams.set(lastStream, database.prepare(sql).iterate(parameters))
      return { stream: lastStream, rows: next(lastStream, chunkSize) }
    }
    case 'next':
      return { rows: next(question.stream, question.chunkSize) }
    case 'close':
      streams.get(question.stream)?.return?.()
      streams.delete(question.stream)
      return { rows: [] }
    case 'end':
      database.close()
      return { rows: [] }
  }
}

/** @returns the rows of each */
function runTogether(queries: Query[]): unknown[][] {
  database.prepare('begin immediate').run([])
  try {
    const rows = queries.map(({ sql, parameters }) => run(database.prepare(sql), parameters).rows)
    database.prepare('commit').run([])
    return rows
  } catch (error) {
    database.prepare('rollback').run([])
    throw error
  }
}

function run(statement: SqliteStatement, parameters: readonly unknown[]): Answer {
  if (statement.reader) return { rows: statement.all(parameters) }
  return { rows: [], changes: Number(statement.run(parameters).changes) }
}

function next(stream: number, count: number): unknown[] {
  const rows: unknown[] = []
  while (rows.length < count) {
    const { done, value } = streams.get(stream)?.next() ?? { done: true }
    if (done) break
    rows.push(value)
  }
  return rows
}
