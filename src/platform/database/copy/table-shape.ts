import { type Kysely, sql } from 'kysely'
import { inDatabase } from '../connect.ts'
import { migrateDatabase, migrations } from '../migrate.ts'
import { countRows } from '../query-results.ts'
import type { Queryable } from '../schema.ts'

/** Tables with any name: the copy does not depend on the schema. */
export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

export const anyOf = (db: Queryable) => db as unknown as AnyDatabase

export type TableShape = Awaited<ReturnType<typeof readShape>>

/** Inspects a new in-memory database, so that no table can be forgotten: referenced ones first, without search indexes. */
export function readTableShapes(steps = migrations): Promise<TableShape[]> {
  return inDatabase('sqlite::memory:', async (made) => {
    await migrateDatabase(made, steps)
    // Tables refer only to tables created before them.
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, m.sql from sqlite_master as m join pragma_table_list as l using (name)
      where l.schema = 'main' and l.type = 'table' and name not like 'kysely!_%' escape '!'
        and name not like 'sqlite!_%' escape '!' order by m.rowid`.execute(made)
    const shapes: TableShape[] = []
    for (const table of rows) shapes.push(await readShape(anyOf(made), table))
    return shapes
  })
}

async function readShape(db: AnyDatabase, { name, sql: made }: { name: string; sql: string }) {
  const { rows } = await sql<{ name: string; type: string; pk: number }>`
    select name, lower(type) as type, pk from pragma_table_xinfo(${name})
    where hidden = 0 order by name`.execute(db)
  const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    name,
    /** Sorted by name, because the order may differ between databases; without generated columns. */
    columns: rows.map((column) => ({ name: column.name, type: column.type })),
    /** The primary key's columns, in index order. */
    key: key.map((column) => column.name),
    givesIds: /autoincrement/i.test(made),
    /** How many rows a new database has. */
    freshRows: await countRows(db.selectFrom(name)),
  }
}
