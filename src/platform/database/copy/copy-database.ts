import { CommandError } from '../../command-error.ts'
import { migrateDatabase } from '../migrate.ts'
import type { Database } from '../schema.ts'
import {
  createTally,
  insertBatch,
  readBatches,
  type Tally,
  tallyTable,
  withoutTriggers,
  withSnapshot,
} from './rows.ts'
import {
  type AnyDatabase,
  anyOf,
  lookAtNewDatabase,
  readNextId,
  type TableShape,
  writeNextId,
} from './table-shape.ts'

interface CopyOptions {
  /** Called from time to time, and with `isDone` once the table is verified; the copy waits for it. */
  onProgress?: (table: string, tally: Tally, isDone: boolean) => void | Promise<void>
  /** Keeps the copy although the source has changed since it began. */
  isSnapshot?: boolean
}

/** The copied tables, and those that have changed since the copy began. */
export type CopyReport = Awaited<ReturnType<typeof copyDatabase>>

/** These change all the time and do not matter for the copy. */
const PASSING = ['workers', 'throttles', 'sessions']

/**
 * Copies a snapshot of everything into an empty database in one transaction, and compares counts and checksums of all
 * tables: all or nothing.
 * @throws CommandError if the target is not empty, or the source has changed in the meantime
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  { onProgress = () => {}, isSnapshot = false }: CopyOptions = {},
) {
  await migrateDatabase(to)
  const [source, target] = [anyOf(from), anyOf(to)]
  const { shapes, fresh } = await lookAtNewDatabase(async (db, shapes) => ({
    shapes,
    fresh: await tallyAll(db, shapes),
  }))
  return target.transaction().execute(async (trx) => {
    await refuseUsed(trx, shapes, fresh)
    const tables = await withSnapshot(source, (snapshot) =>
      fillTables({ snapshot, trx, shapes, onProgress }),
    )
    for (const shape of shapes) {
      const written = await tallyTable(trx, shape)
      if (!isSame(written, tables.get(shape.name))) {
        throw new CommandError(`${shape.name} differs in the copy: nothing was kept`)
      }
      await onProgress(shape.name, written, true)
    }
    const changed = await findChanged(source, shapes, tables)
    if (changed.length === 0 || isSnapshot) return { tables, changed }
    throw new CommandError(
      `the database was changed while it was being copied (${changed.join(', ')}), so the copy would be incomplete: nothing was kept. Stop every process of the service and try again, or rehearse with --snapshot`,
    )
  })
}

async function tallyAll(db: AnyDatabase, shapes: TableShape[]): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  for (const shape of shapes) tallies.set(shape.name, await tallyTable(db, shape))
  return tallies
}

async function refuseUsed(trx: AnyDatabase, shapes: TableShape[], fresh: Map<string, Tally>) {
  for (const shape of shapes) {
    // Migrations may increment it more often on one database than on the other.
    if (shape.name === 'revision') continue
    const tally = await tallyTable(trx, shape)
    if (isSame(tally, fresh.get(shape.name))) continue
    throw new CommandError(
      `--to points to a database that is not empty (${shape.name}): use a new one, so that nothing is lost`,
    )
  }
}

interface Filling extends Required<Pick<CopyOptions, 'onProgress'>> {
  snapshot: AnyDatabase
  trx: AnyDatabase
  shapes: TableShape[]
}

async function fillTables({ snapshot, trx, shapes, onProgress }: Filling) {
  const tables = new Map<string, Tally>()
  await withoutTriggers(trx, shapes, async () => {
    for (const { name } of shapes.toReversed()) await trx.deleteFrom(name).execute()
    for (const shape of shapes) {
      const tally = createTally()
      for await (const { rows, texts } of readBatches(snapshot, shape)) {
        await insertBatch(trx, shape, rows)
        tally.add(texts)
        await onProgress(shape.name, tally.read(), false)
      }
      tables.set(shape.name, tally.read())
      if (!shape.givesIds) continue
      await writeNextId(trx, shape.name, await readNextId(snapshot, shape.name))
    }
  })
  return tables
}

async function findChanged(source: AnyDatabase, shapes: TableShape[], copied: Map<string, Tally>) {
  const now = await withSnapshot(source, (snapshot) => tallyAll(snapshot, shapes))
  const names = shapes.map(({ name }) => name).filter((name) => !PASSING.includes(name))
  return names.filter((name) => !isSame(now.get(name), copied.get(name)))
}

const isSame = (a: Tally | undefined, b: Tally | undefined) =>
  a?.count === b?.count && a?.checksum === b?.checksum
