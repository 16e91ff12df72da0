import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { rowsAsTable } from '../dialect.ts'
import type { AnyDatabase, TableShape } from './table-shape.ts'

export type Row = Record<string, unknown>

/** So much is in memory at a time, in characters of JSON: a few long texts or thousands of short rows. */
const BATCH_LENGTH = 2_000_000
const MOST_ROWS = 5000
const FIRST_ROWS = 20

export interface Batch {
  rows: Row[]
  /** Each row as JSON, for its checksum. */
  texts: string[]
}

/** The rows of a table in the order of its key, in batches of about the same size whatever a row holds. */
export async function* readBatches(db: AnyDatabase, shape: TableShape): AsyncGenerator<Batch> {
  const list = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  const key = sql.join(shape.key.map((name) => sql.ref(name)))
  if (shape.key.length === 0) throw new Error(`table ${shape.name} has no key to read it by`)
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

/** The same for the same values, in whichever database. @throws for a value that JSON does not carry */
function textOf({ name, columns }: TableShape, row: Row): string {
  return JSON.stringify(
    columns.map((column) => {
      const value = row[column.name]
      if (value === null || typeof value === 'string' || typeof value === 'number') return value
      throw new Error(`${name}.${column.name} holds what the copy does not carry: ${typeof value}`)
    }),
  )
}

export async function insertBatch(
  db: AnyDatabase,
  { name, columns }: TableShape,
  rows: Row[],
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column.name)))
  // Of whatever type the database says that they are.
  const types = Object.fromEntries(columns.map(({ name, type }) => [name, type as 'text']))
  await sql`insert into ${sql.table(name)} (${list})
    select ${list} from ${rowsAsTable(db, types, rows)}`.execute(db)
}

export interface Tally {
  count: number
  /** Of all rows in whatever order, 16 hex digits. */
  checksum: string
}

/** Counts rows and adds up their checksums; the order in which a database gives them does not matter. */
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
