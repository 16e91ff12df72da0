import {
  anyOf,
  readTableShapes,
  type TableShape,
} from '../../src/platform/database/copy-database.ts'
import type { migrations } from '../../src/platform/database/migrate.ts'
import type { Database } from '../../src/platform/database/schema.ts'

const AWKWARD = `Ünïcode “quotes” 'single' "double" \\ back\tslash\n🏛 { "json": null }`

/**
 * Puts rows in every table that the migrations make, including future ones; IDs have gaps.
 * @returns the tables
 */
export async function fillEveryTable(database: Database, steps?: typeof migrations) {
  const db = anyOf(database)
  const shapes = await readTableShapes(steps)
  for (const { name } of shapes.toReversed()) await db.deleteFrom(name).execute()
  for (const shape of shapes)
    for (const row of [1, 2, 3])
      await db.insertInto(shape.name).values(valuesOf(shape, row)).execute()
  return shapes.map(({ name }) => name)
}

/** References to other tables find their rows, because all tables have the same IDs. */
function valuesOf({ name, columns }: TableShape, row: number): Record<string, unknown> {
  const id = row * 10
  return Object.fromEntries(
    columns.map((column) => {
      if (!/int/.test(column.type)) return [column.name, `${name}.${column.name} ${id} ${AWKWARD}`]
      const isTime = column.name.endsWith('_at')
      return [column.name, isTime ? 1_785_400_000_123 + id : id]
    }),
  )
}
