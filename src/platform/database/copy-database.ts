import { type Kysely, sql } from 'kysely'
import { counted } from '../../shared/number-rules.ts'
import { CommandError, UsageError } from '../command-error.ts'
import type { Platform } from '../platform.ts'
import { inDatabase } from './connect.ts'
import { DatabaseError, withoutPassword } from './database-error.ts'
import { findLastId, readSnapshot, reserveIds } from './dialect.ts'
import { isServing } from './leases.ts'
import { migrateDatabase, migrations } from './migrate.ts'
import { countRows } from './query-results.ts'
import type { Database, Queryable } from './schema.ts'

/** `docket database:copy --to URL` */
export async function runDatabaseCopy({ db }: Platform, to: unknown): Promise<void> {
  const url = String(to)
  if (!/^(sqlite:.+|postgres(ql)?:\/\/.+)$/.test(url)) {
    throw new UsageError(
      '--to must start with postgres:// or sqlite:, for example --to postgres://docket:secret@localhost/docket',
    )
  }
  if (await isServing(db))
    throw new CommandError(
      'the service is running (or was killed less than 20 seconds ago): stop it first, so that the copy is complete',
    )
  try {
    await inDatabase(url, (target) => copyDatabase(db, target, showTable))
    console.log(`\nEverything was copied to ${withoutPassword(url)}.\n${NEXT}`)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new CommandError(error.message.replace('DATABASE_URL', '--to'))
  }
}

const showTable = (table: string, rows: number) =>
  console.log(`${table.padEnd(24)} ${counted(rows, 'row').padStart(19)} in each database`)

const NEXT =
  'Next: set DATABASE_URL to it, leave SECRET_KEY (or DATA_DIR/secret-key) and the documents as they are, and start the service. Keep the old database until you are sure.'

/** Tables with any name: the copy does not depend on the schema. */
type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

export const anyOf = (db: Queryable) => db as unknown as AnyDatabase

/** Few, because a row may hold the text of a whole file. */
const BATCH = 200

/** A snapshot of everything. @throws CommandError if the target is not empty, or a table differs in the copy; nothing is kept */
export async function copyDatabase(
  from: Database,
  to: Database,
  onCopied: (table: string, rows: number) => void = () => {},
): Promise<void> {
  await migrateDatabase(to)
  const shapes = await readTableShapes()
  await anyOf(to)
    .transaction()
    .execute(async (target) => {
      for (const { name, freshRows } of shapes) {
        if ((await countRows(target.selectFrom(name))) === freshRows) continue
        throw new CommandError(
          `--to points to a database that is not empty (${name}): use a new one, so that nothing is lost`,
        )
      }
      for (const { name } of shapes.toReversed()) await target.deleteFrom(name).execute()
      await readSnapshot(from, async (snapshot) => {
        for (const shape of shapes)
          onCopied(shape.name, await copyTable(anyOf(snapshot), target, shape))
      })
    })
}

async function copyTable(source: AnyDatabase, target: AnyDatabase, shape: TableShape) {
  const { name } = shape
  let rows = await readBatch(source, shape)
  while (rows.length > 0) {
    await target.insertInto(name).values(rows).execute()
    rows = await readBatch(source, shape, rows.at(-1))
  }
  const count = await countRows(source.selectFrom(name))
  if ((await countRows(target.selectFrom(name))) !== count)
    throw new CommandError(`${name} differs in the copy: nothing was kept`)
  if (shape.givesIds) await reserveIds(target, name, await findLastId(source, name))
  return count
}

type CopiedRow = Record<string, unknown>

async function readBatch(db: AnyDatabase, { name, columns, key }: TableShape, last?: CopiedRow) {
  const list = sql.join(columns.map((column) => sql.ref(column.name)))
  const order = sql.join(key.map((column) => sql.ref(column)))
  const after = last && sql`where (${order}) > (${sql.join(key.map((column) => last[column]))})`
  const query = sql<CopiedRow>`
    select ${list} from ${sql.table(name)} ${after ?? sql``} order by ${order} limit ${BATCH}`
  return (await query.execute(db)).rows
}

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
  // Sorted, because the order may differ between databases; without generated columns.
  const { rows } = await sql<{ name: string; type: string; pk: number }>`
    select name, lower(type) as type, pk from pragma_table_xinfo(${name})
    where hidden = 0 order by name`.execute(db)
  const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    name,
    columns: rows,
    key: key.map((column) => column.name),
    givesIds: /autoincrement/i.test(made),
    freshRows: await countRows(db.selectFrom(name)),
  }
}
