import type { Database, Queryable } from '../../platform/database/schema.ts'
import { isAdjacent, isRobot, MAX_RECORDS_FROM_RANGES } from '../downloads/download-rules.ts'
import { deleteDownloads } from '../downloads/queries.ts'
import type { LoggedDownload } from './lines/download-batch.ts'
import {
  type Burst,
  countRecorded,
  deleteBursts,
  hasWholeDownloadNear,
  insertBursts,
  insertImported,
  listAdjacentBursts,
  listUnsettled,
  markSettled,
  type UnsettledBurst,
} from './queries.ts'
import { addOutcome, emptyOutcome, type ImportOutcome } from './summary.ts'

/** Whether bursts count is settled at the end of the run. Records of bursts that now start at another time are removed. */
export async function storeRanges(
  db: Queryable,
  run: number,
  ranges: LoggedDownload[],
): Promise<Partial<ImportOutcome>> {
  if (ranges.length === 0) return {}
  const arriving = mergeBursts(ranges.map(burstOf))
  const stored = await listAdjacentBursts(db, arriving)
  const merged = mergeBursts([...stored, ...arriving])
  const kept = new Set(merged.map(({ access_id }) => access_id))
  const recorded = new Set(stored.flatMap(({ access_id }) => access_id ?? []))
  const obsolete = [...recorded].filter((id) => !kept.has(id))
  await deleteDownloads(db, obsolete)
  await deleteBursts(db, stored)
  const ofRun = merged.map((burst) => ({ ...burst, run }))
  await insertBursts(db, ofRun)
  return { part_of_range_burst: ranges.length, withdrawn_range_bursts: obsolete.length }
}

const burstOf = ({ visitor, source, at, documentId, userAgent }: LoggedDownload): Burst => ({
  visitor,
  source,
  first_at: at,
  last_at: at,
  document_id: documentId,
  user_agent: userAgent,
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

/**
 * A burst counts unless the same client downloaded the whole document within half an hour.
 * @returns undefined once all are settled, including those of a killed run
 */
export function settleBursts(db: Database, run: number): Promise<ImportOutcome | undefined> {
  return db.transaction().execute(async (trx) => {
    const bursts = await listUnsettled(trx, AT_ONCE)
    if (bursts.length === 0) return undefined
    const outcome = emptyOutcome()
    const alone: UnsettledBurst[] = []
    for (const burst of bursts) {
      if (await hasWholeDownloadNear(trx, burst)) addOutcome(outcome, await withdraw(trx, burst))
      else alone.push(burst)
    }
    for (const burst of alone) addOutcome(outcome, await settle(trx, burst, run))
    return outcome
  })
}

async function withdraw(db: Queryable, burst: UnsettledBurst): Promise<Partial<ImportOutcome>> {
  await markSettled(db, burst, null)
  if (burst.access_id === null) return {}
  await deleteDownloads(db, [burst.access_id])
  return { withdrawn_range_bursts: 1 }
}

async function settle(db: Queryable, burst: UnsettledBurst, run: number) {
  const { document_id, first_at: accessed_at, user_agent, access_id } = burst
  const counted = (reason: keyof ImportOutcome): Partial<ImportOutcome> =>
    burst.run === run ? { [reason]: 1, part_of_range_burst: -1 } : {}
  if (access_id !== null) {
    await markSettled(db, burst, access_id)
    return counted('already_imported')
  }
  if ((await countRecorded(db, burst)) >= MAX_RECORDS_FROM_RANGES) {
    await markSettled(db, burst, null)
    return counted('too_many_agents')
  }
  const is_robot = isRobot(user_agent) ? 1 : 0
  const [record] = await insertImported(db, [{ document_id, accessed_at, user_agent, is_robot }])
  await markSettled(db, burst, record?.id ?? null)
  return counted('imported')
}
