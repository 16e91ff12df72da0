import { CommandError } from '../../command-error.ts'
import { connectDatabase } from '../connect.ts'
import { migrateDatabase } from '../migrate.ts'
import type { Database, Queryable } from '../schema.ts'
import { createTally, insertBatch, readBatches, type Tally, tallyTable } from './rows.ts'
import { withoutTriggers, withSnapshot, writeNextId } from './snapshot.ts'
import { type AnyDatabase, readShapes, type TableShape } from './table-shape.ts'

export interface CopyOptions {
  /** Called now and then, and with `isDone` when the table is verified. */
  onProgress?: (table: string, tally: Tally, isDone: boolean) => void
  /** Keeps the copy although the source has changed since it began. */
  isSnapshot?: boolean
}

export interface CopyReport {
  tables: Map<string, Tally>
  /** Tables that have changed at the source since the copy began. */
  changed: string[]
}

/** What passes by itself, and tells nothing of whether the copy is the whole. */
const PASSING = ['workers', 'throttles', 'sessions']

/**
 * Copies everything into an empty database, in one transaction there and from one moment of the source: what is copied
 * is wholly there, each table with the same count and checksum, or nothing is.
 * @throws CommandError when the target is not empty, or the source has changed meanwhile
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  { onProgress = () => {}, isSnapshot = false }: CopyOptions = {},
): Promise<CopyReport> {
  await migrateDatabase(to)
  const [source, target] = [anyOf(from), anyOf(to)]
  const fresh = await readFreshTallies()
  return target.transaction().execute(async (trx) => {
    const shapes = await pairShapes(source, trx)
    await refuseUsed(trx, shapes, fresh)
    const tables = await withSnapshot(source, (snapshot) =>
      fillTables(snapshot, trx, shapes, onProgress),
    )
    for (const shape of shapes) {
      const written = await tallyTable(trx, shape)
      if (!isSame(written, tables.get(shape.name))) {
        throw new CommandError(`${shape.name} is not the same in the copy: nothing was kept`)
      }
      onProgress(shape.name, written, true)
    }
    const changed = await findChanged(source, shapes, tables)
    if (changed.length > 0 && !isSnapshot) throw changedMeanwhile(changed)
    return { tables, changed }
  })
}

const anyOf = (db: Queryable) => db as unknown as AnyDatabase

/** The target's tables, in the order in which they can be filled, with the ids that the source gives next. */
async function pairShapes(source: AnyDatabase, target: AnyDatabase): Promise<TableShape[]> {
  const there = new Map((await readShapes(source)).map((shape) => [shape.name, shape]))
  const shapes = await readShapes(target)
  for (const shape of shapes) {
    const other = there.get(shape.name)
    const names = ({ columns }: TableShape) => columns.map(({ name }) => name).join()
    if (!other || names(other) !== names(shape)) {
      throw new CommandError(`${shape.name} is not the same table in both databases`)
    }
    there.delete(shape.name)
  }
  for (const name of there.keys()) throw new CommandError(`${name} is missing in the copy`)
  return shapes
}

/** What a database holds that has only been made. */
async function readFreshTallies(): Promise<Map<string, Tally>> {
  const db = await connectDatabase('sqlite::memory:')
  try {
    await migrateDatabase(db)
    return await tallyAll(anyOf(db), await readShapes(anyOf(db)))
  } finally {
    await db.destroy()
  }
}

async function tallyAll(db: AnyDatabase, shapes: TableShape[]): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  for (const shape of shapes) tallies.set(shape.name, await tallyTable(db, shape))
  return tallies
}

async function refuseUsed(
  trx: AnyDatabase,
  shapes: TableShape[],
  fresh: Map<string, Tally>,
): Promise<void> {
  for (const shape of shapes) {
    // Migrations may raise it more often on one database than on the other.
    if (shape.name === 'revision') continue
    const tally = await tallyTable(trx, shape)
    if (isSame(tally, fresh.get(shape.name))) continue
    throw new CommandError(
      `--to names a database that is not empty (${shape.name}): name a new one, so that nothing is lost`,
    )
  }
}

async function fillTables(
  snapshot: AnyDatabase,
  trx: AnyDatabase,
  shapes: TableShape[],
  onProgress: (table: string, tally: Tally, isDone: boolean) => void,
): Promise<Map<string, Tally>> {
  const tables = new Map<string, Tally>()
  const given = new Map((await readShapes(snapshot)).map(({ name, nextId }) => [name, nextId]))
  await withoutTriggers(trx, shapes, async () => {
    for (const { name } of shapes.toReversed()) await trx.deleteFrom(name).execute()
    for (const shape of shapes) {
      const tally = createTally()
      for await (const { rows, texts } of readBatches(snapshot, shape)) {
        await insertBatch(trx, shape, rows)
        tally.add(texts)
        onProgress(shape.name, tally.read(), false)
      }
      tables.set(shape.name, tally.read())
      const nextId = given.get(shape.name)
      if (nextId !== undefined) await writeNextId(trx, shape, nextId)
    }
  })
  return tables
}

async function findChanged(
  source: AnyDatabase,
  shapes: TableShape[],
  copied: Map<string, Tally>,
): Promise<string[]> {
  const now = await withSnapshot(source, (snapshot) => tallyAll(snapshot, shapes))
  const names = shapes.map(({ name }) => name).filter((name) => !PASSING.includes(name))
  return names.filter((name) => !isSame(now.get(name), copied.get(name)))
}

const isSame = (a: Tally | undefined, b: Tally | undefined) =>
  a?.count === b?.count && a?.checksum === b?.checksum

const changedMeanwhile = (changed: string[]) =>
  new CommandError(
    `something was written while the copy was made (${changed.join(', ')}), so that it would lack it: nothing was kept. Stop every process of the service and try again, or rehearse with --snapshot`,
  )
