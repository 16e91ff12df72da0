import type { Database, Queryable } from '../../platform/database/schema.ts'
import { isAdjacent, isRobot, MAX_RECORDS_FROM_RANGES } from '../downloads/download-rules.ts'
import { deleteDownloads } from '../downloads/queries.ts'
import type { LoggedDownload } from './lines/read-log.ts'
import {
  type Burst,
  countRecorded,
  deleteBursts,
  findWithWhole,
  insertBursts,
  insertImported,
  listAdjacentBursts,
  listUnsettled,
  markSettled,
  type UnsettledBurst,
} from './queries.ts'
import type { ImportOutcome } from './summary.ts'

export interface OfRun {
  /** A random number. */
  run: number
  outcome: ImportOutcome
}

/** Whether bursts count is settled at the end of the run. Records of bursts that now start at another time are removed. */
export async function storeRanges(
  db: Queryable,
  ranges: LoggedDownload[],
  { run, outcome }: OfRun,
): Promise<void> {
  const arriving = mergeBursts(ranges.map(burstOf))
  const stored = await listAdjacentBursts(db, arriving)
  const merged = mergeBursts([...stored, ...arriving])
  const kept = new Set(merged.map(({ access_id }) => access_id))
  const recorded = new Set(stored.flatMap(({ access_id }) => access_id ?? []))
  const obsolete = [...recorded].filter((id) => !kept.has(id))
  await deleteDownloads(db, obsolete)
  await deleteBursts(db, stored)
  await insertBursts(
    db,
    merged.map((burst) => ({ ...burst, run })),
  )
  outcome.part_of_range_burst += ranges.length
  outcome.withdrawn_range_bursts += obsolete.length
}

const burstOf = ({ at, ...range }: LoggedDownload): Burst => ({
  ...range,
  first_at: at,
  last_at: at,
  access_id: null,
})

function mergeBursts(bursts: readonly Burst[]): Burst[] {
  const merged: Burst[] = []
  for (const burst of bursts.toSorted((a, b) => a.visitor - b.visitor || a.first_at - b.first_at)) {
    const before = merged.at(-1)
    // The first burst's record is kept; the second's is removed.
    if (before?.visitor === burst.visitor && isAdjacent(before, burst))
      before.last_at = Math.max(before.last_at, burst.last_at)
    else merged.push({ ...burst })
  }
  return merged
}

/** Small, so that visitors wait only milliseconds for SQLite's lock. */
const AT_ONCE = 100

/** Also those of a killed run. @returns false once all are settled */
export function settleBursts(db: Database, { run, outcome }: OfRun): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const bursts = await listUnsettled(trx, AT_ONCE)
    const withWhole = await findWithWhole(trx, bursts)
    const parts = bursts.filter((burst) => withWhole.has(burst))
    const withdrawn = parts.flatMap(({ access_id }) => access_id ?? [])
    await deleteDownloads(trx, withdrawn)
    outcome.withdrawn_range_bursts += withdrawn.length
    for (const burst of parts) await markSettled(trx, burst, null)
    for (const burst of bursts.filter((one) => !withWhole.has(one))) {
      const [reason, recordId] = await settle(trx, burst)
      await markSettled(trx, burst, recordId)
      if (burst.run !== run) continue
      outcome[reason] += 1
      outcome.part_of_range_burst -= 1
    }
    return bursts.length > 0
  })
}

async function settle(
  db: Queryable,
  burst: UnsettledBurst,
): Promise<[reason: keyof ImportOutcome, recordId: number | null]> {
  if (burst.access_id !== null) return ['already_imported', burst.access_id]
  if ((await countRecorded(db, burst)) >= MAX_RECORDS_FROM_RANGES) return ['too_many_agents', null]
  const is_robot = isRobot(burst.user_agent) ? 1 : 0
  const [record] = await insertImported(db, [{ ...burst, at: burst.first_at, is_robot }])
  return ['imported', record?.id ?? null]
}
