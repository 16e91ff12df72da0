import { setTimeout as sleep } from 'node:timers/promises'
import { settledId, transactOnStatistics } from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { showProgress } from '../../../platform/show-progress.ts'
import {
  dayNumberSql,
  deleteCorrections,
  emptyFoldTables,
  emptySummaries,
  eraseLateIps,
  findMoments,
  foldTotals,
  foldVisits,
  NEVER,
  type Range,
  RECORDS_PER_BUILD,
  RECORDS_PER_FOLD,
  takeRecords,
  takeVisits,
} from './fold-queries.ts'
import { dayOfNumber, momentsOf, offsetPeriods } from './site-days.ts'
import { findSummaryState, isCorrected, updateSummary } from './summary-queries.ts'

/**
 * `busy`: another process is folding, or a slow insert holds ids that must not be skipped. `unbuilt`: there are no
 * summaries for this time zone's days (beginRebuild).
 */
type FoldOutcome = 'done' | 'more' | 'busy' | 'unbuilt'

/**
 * Adds the next records to the summaries and applies the corrections, in one transaction. Late records, for days before a
 * visitor's later visits, are inserted in their place.
 */
export async function foldDownloads(
  db: Database,
  timeZone: string,
  limit?: number,
): Promise<FoldOutcome> {
  const settled = await settledId(db, 'document_accesses')
  if (settled === undefined) return 'busy'
  return transactOnStatistics(db, async (trx) => {
    const state = await findSummaryState(trx)
    const isBuilding = state.building === timeZone
    if (!isBuilding && state.timeZone !== timeZone) return 'unbuilt'
    const most = limit ?? (isBuilding ? RECORDS_PER_BUILD : RECORDS_PER_FOLD)
    const upTo = Math.min(Math.max(settled, state.foldedId), state.foldedId + most)
    if (upTo > state.foldedId || (await isCorrected(trx, state.foldedId))) {
      const range = { after: state.foldedId, upTo, erasedThrough: state.erasedThrough ?? NEVER }
      await fold(trx, timeZone, range)
      if (state.erasedThrough !== null) {
        const { end } = momentsOf({ to: dayOfNumber(state.erasedThrough) }, timeZone)
        await eraseLateIps(trx, range, end)
      }
    }
    if (upTo < settled) return 'more'
    if (isBuilding) await updateSummary(trx, { time_zone: timeZone, building: null })
    return 'done'
  })
}

type FoldRange = Range & { erasedThrough: number }

async function fold(trx: Queryable, timeZone: string, range: FoldRange): Promise<void> {
  const { erasedThrough } = range
  const moments = await findMoments(trx, range)
  if (moments) {
    await emptyFoldTables(trx)
    const periods = offsetPeriods(moments.first, moments.last, timeZone)
    await takeRecords(trx, range, dayNumberSql(periods))
    await foldTotals(trx)
    if (await takeVisits(trx, erasedThrough)) await foldVisits(trx, erasedThrough)
  }
  await deleteCorrections(trx, range.upTo)
  await updateSummary(trx, { folded_id: range.upTo })
}

/**
 * Empties the summaries, to be folded again from the first record while new downloads are still being recorded. Days whose
 * IPs were erased keep their visitor counts; only their downloads are recounted.
 */
export function beginRebuild(db: Database, timeZone: string): Promise<'more' | 'busy'> {
  return transactOnStatistics(db, async (trx) => {
    const { erasedThrough } = await findSummaryState(trx)
    await emptySummaries(trx, erasedThrough ?? NEVER)
    await updateSummary(trx, { time_zone: null, building: timeZone, folded_id: 0 })
    return 'more' as const
  })
}

const BUSY_MS = 20

/**
 * If this process dies, the next fold in any process continues the rebuild.
 * @param onProgress gets the number of downloads done, and the total
 */
export async function rebuildStatistics(
  db: Database,
  timeZone: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  while ((await beginRebuild(db, timeZone)) === 'busy') await sleep(BUSY_MS)
  const last = (await settledId(db, 'document_accesses')) ?? 0
  for (;;) {
    const outcome = await foldDownloads(db, timeZone)
    // Another process may have begun a rebuild for the days of another zone.
    if (outcome === 'done' || outcome === 'unbuilt') return onProgress(last, last)
    if (outcome === 'busy') await sleep(BUSY_MS)
    const { foldedId } = await findSummaryState(db)
    if (foldedId < last) onProgress(foldedId, last)
  }
}

/** `statistics:rebuild`. */
export async function runRebuild({ db, config }: Platform): Promise<void> {
  const began = performance.now()
  await rebuildStatistics(db, config.timeZone, showProgress('downloads'))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`The statistics were rebuilt in ${seconds} seconds.`)
}
