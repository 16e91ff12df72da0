import { CompiledQuery, type Kysely } from 'kysely'
import { dialectOf } from './dialect.ts'

type Executing = Pick<Kysely<never>, 'executeQuery' | 'getExecutor'>
type Columns = Record<string, 'integer' | 'bigint' | 'text'>

/** In one statement on SQLite; so few lengths that statements repeat, and stay prepared (sqlite.ts). */
const MAX_ROWS = 128

/** Rows become the table `v`. On SQLite their values are bound, which costs a quarter of reading them from JSON. */
export function forRows<Row extends object, Result = never>(columns: Columns, statement: string) {
  const names = Object.keys(columns)
  const list = names.map((name) => `"${name}"`).join(', ')
  const places = `(${names.map(() => '?').join(', ')})`
  const types = names.map((name) => `"${name}" ${columns[name]}`).join(', ')

  return async (db: Executing, rows: readonly Row[]): Promise<Result[]> => {
    if (rows.length === 0) return []
    if (dialectOf(db) === 'postgres') {
      const text = `with v as (select * from json_to_recordset($1::json) as v (${types})) ${statement}`
      return execute(db, text, [JSON.stringify(rows, names)])
    }
    const results: Result[] = []
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      const some = rows.slice(start, start + MAX_ROWS)
      const text = `with v (${list}) as (values ${some.map(() => places).join(', ')}) ${statement}`
      const values = some.flatMap((row) => names.map((name) => row[name as keyof Row] ?? null))
      results.push(...(await execute<Result>(db, text, values)))
    }
    return results
  }
}

async function execute<Result>(db: Executing, text: string, values: unknown[]): Promise<Result[]> {
  const { rows } = await db.executeQuery<Result>(CompiledQuery.raw(text, values))
  return rows
}
