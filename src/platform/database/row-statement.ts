import { CompiledQuery, type Kysely } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Queryable } from './schema.ts'

type Columns = Record<string, 'integer' | 'bigint' | 'text'>

/** Rows of one statement on SQLite: few sizes, whose texts are then always the same and are kept prepared (sqlite.ts). */
const SIZES = [128, 64, 32, 16, 8, 4, 2, 1]

/**
 * Runs a statement on many rows that are only in memory, as the table `v`. For bulk: on SQLite, values that are bound
 * cost a quarter of what reading them from JSON does (`rowsAsTable`), for which many rows make up one statement.
 *
 * @param statement in words of both databases
 * @returns what the statements returned, in the order of the rows they were run on
 */
export async function runOnRows<Result = never>(
  db: Queryable,
  columns: Columns,
  rows: readonly object[],
  statement: string,
): Promise<Result[]> {
  if (rows.length === 0) return []
  const list = rows as readonly Record<string, unknown>[]
  if (dialectOf(db as unknown as Kysely<never>) === 'postgres') {
    const types = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)
    const text = `with v as (select * from json_to_recordset($1::json) as v (${types.join(', ')})) ${statement}`
    return execute(db, text, [JSON.stringify(rows, Object.keys(columns))])
  }
  const results: Result[] = []
  for (let start = 0; start < list.length; ) {
    const left = list.length - start
    const some = list.slice(start, start + (SIZES.find((size) => size <= left) ?? left))
    start += some.length
    results.push(
      ...(await execute<Result>(
        db,
        withValues(columns, some.length, statement),
        bind(columns, some),
      )),
    )
  }
  return results
}

async function execute<Result>(db: Queryable, text: string, values: unknown[]): Promise<Result[]> {
  const { rows } = await db.executeQuery<Result>(CompiledQuery.raw(text, values))
  return rows
}

const texts = new Map<string, string>()

function withValues(columns: Columns, count: number, statement: string): string {
  const key = `${count} ${statement}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const names = Object.keys(columns)
  const row = `(${names.map(() => '?').join(', ')})`
  const rows = Array.from({ length: count }, () => row)
  const text = `with v (${names.map((name) => `"${name}"`).join(', ')}) as (values ${rows.join(', ')}) ${statement}`
  texts.set(key, text)
  return text
}

function bind(columns: Columns, rows: readonly Record<string, unknown>[]): unknown[] {
  const names = Object.keys(columns)
  const values: unknown[] = []
  for (const row of rows) for (const name of names) values.push(row[name] ?? null)
  return values
}
