import { sql } from 'kysely'
import { CommandError } from '../../command-error.ts'
import { readSnapshot } from '../dialect.ts'
import { migrateDatabase } from '../migrate.ts'
import { forRows } from '../row-statement.ts'
import type { Database } from '../schema.ts'
import {
  type AnyDatabase,
  anyOf,
  readNextId,
  readTableShapes,
  type TableShape,
  writeNextId,
} from './table-shape.ts'

type CopiedRow = Record<string, unknown>

/** Few, because a row may hold the text of a whole file. */
const BATCH = 200

/**
 * Copies a snapshot of everything into an empty database in one transaction: all or nothing.
 * @param onCopied called for each table, with its number of rows
 * @throws CommandError if the target is not empty, or a table has another number of rows in the copy
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  onCopied: (table: string, rows: number) => void = () => {},
): Promise<void> {
  await migrateDatabase(to)
  const { shapes, fresh } = await readTableShapes(async (db, all) => ({
    shapes: all,
    fresh: await countTables(db, all),
  }))
  await anyOf(to)
    .transaction()
    .execute(async (target) => {
      await refuseUsed(target, shapes, fresh)
      for (const { name } of shapes.toReversed()) await target.deleteFrom(name).execute()
      await readSnapshot(from, async (snapshot) => {
        for (const shape of shapes)
          onCopied(shape.name, await copyTable(anyOf(snapshot), target, shape))
      })
    })
}

async function copyTable(source: AnyDatabase, target: AnyDatabase, shape: TableShape) {
  for await (const rows of readBatches(source, shape)) await insertBatch(target, shape, rows)
  const count = await countTable(source, shape)
  if ((await countTable(target, shape)) !== count)
    throw new CommandError(`${shape.name} differs in the copy: nothing was kept`)
  if (shape.givesIds) await writeNextId(target, shape.name, await readNextId(source, shape.name))
  return count
}

async function* readBatches(db: AnyDatabase, { name, columns, key }: TableShape) {
  const list = sql.join(columns.map((column) => sql.ref(column.name)))
  const order = sql.join(key.map((column) => sql.ref(column)))
  let from = sql``
  for (;;) {
    const { rows } = await sql<CopiedRow>`
      select ${list} from ${sql.table(name)} ${from} order by ${order} limit ${BATCH}`.execute(db)
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < BATCH) return
    from = sql`where (${order}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

async function insertBatch(db: AnyDatabase, { name, columns }: TableShape, rows: CopiedRow[]) {
  const list = columns.map((column) => `"${column.name}"`).join(', ')
  // With the types that the database reports.
  const types = Object.fromEntries(columns.map((column) => [column.name, column.type as 'text']))
  await forRows<CopiedRow>(types, `insert into "${name}" (${list}) select ${list} from v`)(db, rows)
}

async function refuseUsed(target: AnyDatabase, shapes: TableShape[], fresh: Map<string, number>) {
  for (const shape of shapes) {
    if ((await countTable(target, shape)) === fresh.get(shape.name)) continue
    throw new CommandError(
      `--to points to a database that is not empty (${shape.name}): use a new one, so that nothing is lost`,
    )
  }
}

async function countTables(db: AnyDatabase, shapes: TableShape[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape.name, await countTable(db, shape))
  return counts
}

async function countTable(db: AnyDatabase, { name }: TableShape): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]?.count ?? 0
}
