import type { Database, Queryable } from '../../platform/database/schema.ts'
import { isRobot, isTouching, MOST_FROM_RANGES } from '../downloads/download-rules.ts'
import type { LoggedDownload } from './lines/download-batch.ts'
import {
  type Burst,
  countRecorded,
  deleteImported,
  findBesideWhole,
  insertWithIds,
  listTouching,
  listUnsettled,
  markSettled,
  replaceBursts,
  sourcePeriod,
  type UnsettledBurst,
} from './queries.ts'
import type { Outcome } from './summary.ts'

/** Whether bursts count is settled at the end. Records of bursts that now begin at another time are taken back. */
export async function storeRanges(
  db: Queryable,
  run: number,
  ranges: LoggedDownload[],
): Promise<Partial<Outcome>> {
  if (ranges.length === 0) return {}
  const arriving = mergeBursts(ranges.map(burstOf))
  const stored = await listTouching(db, arriving)
  const { merged, obsolete } = changeBursts(stored, arriving)
  await deleteImported(db, obsolete)
  await replaceBursts(db, run, { stored, merged })
  return { ranges: ranges.length, withdrawn: obsolete.length }
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
    if (before?.visitor === burst.visitor && isTouching(before, burst))
      merged[merged.length - 1] = join(before, burst)
    else merged.push(burst)
  }
  return merged
}

const join = (first: Burst, second: Burst): Burst => ({
  ...first,
  last_at: Math.max(first.last_at, second.last_at),
  access_id: first.access_id ?? second.access_id,
})

function changeBursts(stored: readonly Burst[], arriving: readonly Burst[]) {
  const recorded = new Map(stored.map((burst) => [burst.access_id, burst]))
  const merged = mergeBursts([...stored, ...arriving]).map((burst) => {
    const { first_at } = recorded.get(burst.access_id) ?? burst
    return first_at === burst.first_at ? burst : { ...burst, access_id: null }
  })
  const kept = new Set(merged.map(({ access_id }) => access_id))
  const obsolete = stored.flatMap(({ access_id }) =>
    access_id === null || kept.has(access_id) ? [] : [access_id],
  )
  return { merged, obsolete }
}

const AT_ONCE = 300

/**
 * A burst counts unless the same client downloaded the whole document within half an hour.
 * @returns undefined once all are settled, those of a run that was killed too
 */
export function settleBursts(db: Database, run: number): Promise<Partial<Outcome> | undefined> {
  return db.transaction().execute(async (trx) => {
    const bursts = await listUnsettled(trx, AT_ONCE)
    if (bursts.length === 0) return undefined
    const beside = await findBesideWhole(trx, bursts)
    const counting = bursts.filter((_, place) => !beside.has(place))
    const wanting = counting.filter(({ access_id }) => access_id === null)
    const kept = counting.filter(({ access_id }) => access_id !== null)
    const surplus = bursts.filter((_, place) => beside.has(place))
    const surplusIds = surplus.flatMap(({ access_id }) => access_id ?? [])
    await deleteImported(trx, surplusIds)
    await markSettled(trx, [
      ...kept,
      ...wanting,
      ...surplus.map((burst) => ({ ...burst, access_id: null })),
    ])
    const lacking = await withinLimit(trx, wanting)
    const ids = await insertWithIds(trx, lacking.map(recordOf))
    await markSettled(
      trx,
      lacking.map((burst, index) => ({ ...burst, access_id: ids[index] ?? null })),
    )
    const ofRun = (list: UnsettledBurst[]) => list.filter((burst) => burst.run === run).length
    return {
      bursts: ofRun(lacking),
      keptBursts: ofRun(kept),
      completed: lacking.length - ofRun(lacking),
      refused: ofRun(wanting) - ofRun(lacking),
      withdrawn: surplusIds.length,
    }
  })
}

async function withinLimit(db: Queryable, bursts: UnsettledBurst[]): Promise<UnsettledBurst[]> {
  const counts = await countRecorded(db, bursts)
  return bursts.filter((burst) => {
    const key = sourcePeriod(burst)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count < MOST_FROM_RANGES
  })
}

const recordOf = ({ document_id, first_at, user_agent }: UnsettledBurst) => ({
  document_id,
  accessed_at: first_at,
  user_agent,
  is_robot: isRobot(user_agent) ? 1 : 0,
})
