import { CompiledQuery, type Kysely } from 'kysely'
import { dialectOf } from './dialect.ts'

type Executing = Pick<Kysely<never>, 'executeQuery' | 'getExecutor'>
type Columns = Record<string, 'integer' | 'bigint' | 'text'>

/** Rows per statement on SQLite. A few fixed sizes, so that statements repeat and stay prepared (sqlite.ts). */
const SIZES = [128, 64, 32, 16, 8, 4, 2, 1]

/**
 * Runs a statement on many rows from memory, as the table `v`. On SQLite the values are bound in batches, which costs a
 * quarter of reading them from JSON.
 *
 * @param statement in SQL that both databases understand
 * @returns the results, in the order of the rows
 */
export function forRows<Row extends object, Result = never>(columns: Columns, statement: string) {
  const texts = new Map<number, string>()

  function withValues(count: number): string {
    const cached = texts.get(count)
    if (cached !== undefined) return cached
    const names = Object.keys(columns)
    const rows = Array<string>(count).fill(`(${names.map(() => '?').join(', ')})`)
    const text = `with v (${names.map((name) => `"${name}"`).join(', ')}) as (values ${rows.join(', ')}) ${statement}`
    texts.set(count, text)
    return text
  }

  return async (db: Executing, rows: readonly Row[]): Promise<Result[]> => {
    if (rows.length === 0) return []
    if (dialectOf(db) === 'postgres') {
      const types = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)
      const text = `with v as (select * from json_to_recordset($1::json) as v (${types.join(', ')})) ${statement}`
      return execute(db, text, [JSON.stringify(rows, Object.keys(columns))])
    }
    const results: Result[] = []
    for (let start = 0; start < rows.length; ) {
      const left = rows.length - start
      const some = rows.slice(start, start + (SIZES.find((size) => size <= left) ?? left))
      start += some.length
      results.push(...(await execute<Result>(db, withValues(some.length), bind(columns, some))))
    }
    return results
  }
}

async function execute<Result>(db: Executing, text: string, values: unknown[]): Promise<Result[]> {
  const { rows } = await db.executeQuery<Result>(CompiledQuery.raw(text, values))
  return rows
}

const bind = (columns: Columns, rows: readonly object[]): unknown[] =>
  rows.flatMap((row) =>
    Object.keys(columns).map((name) => (row as Record<string, unknown>)[name] ?? null),
  )
