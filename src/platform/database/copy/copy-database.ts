import { sql } from 'kysely'
import { counted } from '../../../shared/number-rules.ts'
import { CommandError, UsageError } from '../../command-error.ts'
import type { Platform } from '../../platform.ts'
import { connectReadingThread, inDatabase } from '../connect.ts'
import { DatabaseError, withoutPassword } from '../database-error.ts'
import { findLastId, readSnapshot, reserveIds } from '../dialect.ts'
import { isServing } from '../leases.ts'
import { migrateDatabase } from '../migrate.ts'
import { countRows } from '../query-results.ts'
import { forRows } from '../row-statement.ts'
import type { Database } from '../schema.ts'
import { type AnyDatabase, anyOf, readTableShapes, type TableShape } from './table-shape.ts'

/** `docket database:copy --to URL` */
export async function runDatabaseCopy({ db, config }: Platform, to: unknown): Promise<void> {
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
    const source = connectReadingThread(config.databaseUrl, {})
    await inDatabase(url, (target) => copyDatabase(source, target, showTable)).finally(() =>
      source.destroy(),
    )
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
  const shapes = await readTableShapes()
  await anyOf(to)
    .transaction()
    .execute(async (target) => {
      for (const shape of shapes) await refuseUsed(target, shape)
      for (const { name } of shapes.toReversed()) await target.deleteFrom(name).execute()
      await readSnapshot(from, async (snapshot) => {
        for (const shape of shapes)
          onCopied(shape.name, await copyTable(anyOf(snapshot), target, shape))
      })
    })
}

async function copyTable(source: AnyDatabase, target: AnyDatabase, shape: TableShape) {
  for await (const rows of readBatches(source, shape)) await insertBatch(target, shape, rows)
  const count = await countRows(source.selectFrom(shape.name))
  if ((await countRows(target.selectFrom(shape.name))) !== count)
    throw new CommandError(`${shape.name} differs in the copy: nothing was kept`)
  if (shape.givesIds) await reserveIds(target, shape.name, await findLastId(source, shape.name))
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

async function refuseUsed(target: AnyDatabase, { name, freshRows }: TableShape): Promise<void> {
  if ((await countRows(target.selectFrom(name))) === freshRows) return
  throw new CommandError(
    `--to points to a database that is not empty (${name}): use a new one, so that nothing is lost`,
  )
}
