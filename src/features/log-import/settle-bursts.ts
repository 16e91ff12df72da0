import type { Database, Queryable } from '../../platform/database/schema.ts'
import { MOST_FROM_RANGES } from '../downloads/download-rules.ts'
import {
  countRecorded,
  findBesideWhole,
  listUnsettled,
  markSettled,
  sourcePeriod,
  type UnsettledBurst,
} from './burst-queries.ts'
import { deleteImported, type ImportedRecord, insertWithIds } from './queries.ts'

/** Bursts of one transaction. */
const AT_ONCE = 300

export interface Settled {
  /** Records made for bursts of this run. */
  imported: number
  /** Bursts of this run that had their record. */
  alreadyImported: number
  /** Records made for bursts that an earlier, interrupted run had left. */
  completed: number
  /** Bursts of this run beyond what one address is counted with. */
  refused: number
  /** Records taken back: a whole download turned out to be beside. */
  withdrawn: number
}

/**
 * Decides for every burst that was met, or was left by a run that was killed, whether it counts: it does unless the
 * same client downloaded the document whole within half an hour of it.
 */
export async function settleBursts(
  db: Database,
  run: number,
  isRobot: (userAgent: string) => boolean,
  afterEach: () => Promise<void>,
): Promise<Settled> {
  const total: Settled = { imported: 0, alreadyImported: 0, completed: 0, refused: 0, withdrawn: 0 }
  for (;;) {
    const settled = await db.transaction().execute((trx) => settleSome(trx, run, isRobot))
    if (!settled) return total
    for (const name of Object.keys(total) as (keyof Settled)[]) total[name] += settled[name]
    await afterEach()
  }
}

async function settleSome(
  db: Queryable,
  run: number,
  isRobot: (userAgent: string) => boolean,
): Promise<Settled | undefined> {
  const bursts = await listUnsettled(db, AT_ONCE)
  if (bursts.length === 0) return undefined
  const beside = await findBesideWhole(db, bursts)
  const wanting = bursts.filter((burst, place) => !beside.has(place) && burst.access_id === null)
  const surplus = bursts.filter((burst, place) => beside.has(place) && burst.access_id !== null)
  const kept = bursts.filter((burst, place) => !beside.has(place) && burst.access_id !== null)
  const surplusIds = surplus.flatMap(({ access_id }) => access_id ?? [])
  await deleteImported(db, surplusIds)
  await markSettled(
    db,
    surplus.map((burst) => ({ ...burst, access_id: null })),
  )
  const lacking = await withinLimit(db, wanting)
  const ids = await insertWithIds(
    db,
    lacking.map((burst) => recordOf(burst, isRobot)),
  )
  const made = new Map(lacking.map((burst, index) => [burst, ids[index] ?? null]))
  await markSettled(
    db,
    bursts.map((burst, place) => ({
      ...burst,
      access_id: beside.has(place) ? null : (burst.access_id ?? made.get(burst) ?? null),
    })),
  )
  const ofRun = (list: UnsettledBurst[]) => list.filter((burst) => burst.run === run).length
  return {
    imported: ofRun(lacking),
    alreadyImported: ofRun(kept),
    completed: lacking.length - ofRun(lacking),
    refused: ofRun(wanting) - ofRun(lacking),
    withdrawn: surplus.length,
  }
}

/** Those for which there is room among what one address is counted with in half an hour. */
async function withinLimit(db: Queryable, bursts: UnsettledBurst[]): Promise<UnsettledBurst[]> {
  const counts = await countRecorded(db, bursts)
  return bursts.filter((burst) => {
    const key = sourcePeriod(burst)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count < MOST_FROM_RANGES
  })
}

function recordOf(
  { document_id, first_at, user_agent }: UnsettledBurst,
  isRobot: (userAgent: string) => boolean,
): ImportedRecord {
  return {
    document_id,
    accessed_at: first_at,
    user_agent,
    is_robot: isRobot(user_agent) ? 1 : 0,
  }
}
