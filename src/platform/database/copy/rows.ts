import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import { onRows } from '../row-statement.ts'
import type { AnyDatabase, TableShape } from './table-shape.ts'

type Row = Record<string, unknown>

/** The amount in memory at a time, in characters of JSON: a few long texts or thousands of short rows. */
const BATCH_LENGTH = 2_000_000
const MOST_ROWS = 5000
const FIRST_ROWS = 20

/**
 * Reads the rows of a table in key order, in batches of about the same size, however large the rows are.
 * @yields the rows, and each as JSON for its checksum
 */
export async function* readBatches(db: AnyDatabase, shape: TableShape) {
  const list = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  const key = sql.join(shape.key.map((name) => sql.ref(name)))
  let after: unknown[] | undefined
  let limit = FIRST_ROWS
  for (;;) {
    const from = after ? sql`where (${key}) > (${sql.join(after)})` : sql``
    const { rows } = await sql<Row>`
      select ${list} from ${sql.table(shape.name)} ${from} order by ${key} limit ${limit}`.execute(
      db,
    )
    const last = rows.at(-1)
    if (!last) return
    const texts = rows.map((row) => textOf(shape, row))
    yield { rows, texts }
    if (rows.length < limit) return
    after = shape.key.map((name) => last[name])
    limit = nextLimit(texts)
  }
}

function nextLimit(texts: string[]): number {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((BATCH_LENGTH * texts.length) / length)))
}

/** The same text for the same values in either database. @throws for values that JSON cannot represent */
function textOf({ name, columns }: TableShape, row: Row): string {
  return JSON.stringify(
    columns.map((column) => {
      const value = row[column.name]
      if (value === null || typeof value === 'string' || typeof value === 'number') return value
      throw new Error(`${name}.${column.name} holds a value that cannot be copied: ${typeof value}`)
    }),
  )
}

export async function insertBatch(db: AnyDatabase, { name, columns }: TableShape, rows: Row[]) {
  const list = columns.map((column) => `"${column.name}"`).join(', ')
  // With the types that the database reports.
  const types = Object.fromEntries(columns.map(({ name, type }) => [name, type as 'text']))
  await onRows<Row>(types, `insert into "${name}" (${list}) select ${list} from v`)(db, rows)
}

export interface Tally {
  count: number
  /** Of all rows, independent of their order; 16 hex digits. */
  checksum: string
}

/** Counts rows and adds up their checksums, so that their order does not matter. */
export function createTally() {
  let count = 0
  let sum = 0n
  return {
    add(texts: string[]): void {
      count += texts.length
      for (const text of texts) sum += hash('sha256', text, 'buffer').readBigUInt64BE()
    },
    read: (): Tally => ({
      count,
      checksum: BigInt.asUintN(64, sum).toString(16).padStart(16, '0'),
    }),
  }
}

export async function tallyTable(db: AnyDatabase, shape: TableShape): Promise<Tally> {
  const tally = createTally()
  for await (const { texts } of readBatches(db, shape)) tally.add(texts)
  return tally.read()
}

/** Lets `read` see the database as it is now, whatever is written in the meantime, without blocking writers. */
export function withSnapshot<T>(db: AnyDatabase, read: (db: AnyDatabase) => Promise<T>) {
  return db.connection().execute(async (connection) => {
    const begin =
      dialectOf(db) === 'sqlite' ? 'begin' : 'begin isolation level repeatable read, read only'
    await sql.raw(begin).execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

/** Fills tables with triggers disabled, since what they would write is copied as well. Rebuilds the search indexes. */
export async function withoutTriggers(
  trx: AnyDatabase,
  shapes: TableShape[],
  fill: () => Promise<void>,
): Promise<void> {
  if (dialectOf(trx) === 'postgres') {
    for (const { name } of shapes) await setTriggers(trx, name, 'disable')
    await withoutSearchIndexes(trx, fill)
    for (const { name } of shapes) await setTriggers(trx, name, 'enable')
    return
  }
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger'`.execute(trx)
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(trx)
  await fill()
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(trx)
  const { rows: indexes } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and sql like 'create virtual table % using fts5(%'`.execute(
    trx,
  )
  for (const { name } of indexes) {
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(trx)
  }
}

/** Building a search index from all rows at once takes a tenth of the time. */
async function withoutSearchIndexes(trx: AnyDatabase, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select indexname as name, indexdef as sql from pg_indexes
    where schemaname = current_schema() and indexdef like '% USING gin %'`.execute(trx)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(trx)
  await fill()
  for (const index of indexes) await sql.raw(index.sql).execute(trx)
}

const setTriggers = (trx: AnyDatabase, table: string, how: 'enable' | 'disable') =>
  sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger user`.execute(trx)
