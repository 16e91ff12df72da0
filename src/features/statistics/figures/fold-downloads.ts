import {
  isWriteConflict,
  settledId,
  transactOnSnapshot,
  tryStatisticsLock,
} from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import {
  dayNumberSql,
  deleteCorrections,
  emptyFoldTables,
  eraseLateIps,
  findMoments,
  foldTotals,
  foldVisits,
  NEVER,
  RECORDS_PER_BUILD,
  RECORDS_PER_FOLD,
  takeRecords,
  takeVisits,
} from './fold-queries.ts'
import { dayOfNumber, momentsOf, offsetPeriodsOfYears } from './site-days.ts'
import { findSummaryState, isCorrected, markBuilt, markFolded } from './summary-queries.ts'

/**
 * `busy`: another process is folding, or an insert that takes long has ids that no one may pass. `unbuilt`: there are no
 * summaries of this zone's days yet (rebuild-statistics.ts).
 */
export type FoldOutcome = 'done' | 'more' | 'busy' | 'unbuilt'

/**
 * Adds the next records to the summaries, and applies the corrections, in one transaction over one state of the
 * database: killed at any moment, it has happened or it has not. Days that come late, before others of the same visitor,
 * are put in their place.
 *
 * @param db a connection for this alone: the work is done in its temporary tables
 */
export async function foldDownloads(
  db: Database,
  timeZone: string,
  limit?: number,
): Promise<FoldOutcome> {
  const settled = await settledId(db, 'document_accesses')
  if (settled === undefined) return 'busy'
  try {
    return await transactOnSnapshot(db, async (trx) => {
      if (!(await tryStatisticsLock(trx))) return 'busy'
      const state = await findSummaryState(trx)
      const isBuilding = state.building === timeZone
      if (!isBuilding && state.timeZone !== timeZone) return 'unbuilt'
      const most = limit ?? (isBuilding ? RECORDS_PER_BUILD : RECORDS_PER_FOLD)
      const upTo = Math.min(Math.max(settled, state.foldedId), state.foldedId + most)
      if (upTo > state.foldedId || (await isCorrected(trx, state.foldedId))) {
        const range = { after: state.foldedId, upTo }
        await fold(trx, timeZone, range, state.erasedThrough ?? NEVER)
        if (state.erasedThrough !== null) {
          const { end } = momentsOf({ to: dayOfNumber(state.erasedThrough) }, timeZone)
          await eraseLateIps(trx, range, end)
        }
      }
      if (upTo < settled) return 'more'
      if (isBuilding) await markBuilt(trx, timeZone)
      return 'done'
    })
  } catch (error) {
    if (isWriteConflict(error)) return 'busy'
    throw error
  }
}

async function fold(
  trx: Queryable,
  timeZone: string,
  range: { after: number; upTo: number },
  erasedThrough: number,
): Promise<void> {
  const moments = await findMoments(trx, range)
  if (moments) {
    await emptyFoldTables(trx)
    const periods = offsetPeriodsOfYears(moments.first, moments.last, timeZone)
    await takeRecords(trx, range, dayNumberSql(periods))
    await foldTotals(trx)
    if (await takeVisits(trx, erasedThrough)) await foldVisits(trx, erasedThrough)
  }
  await deleteCorrections(trx, range.upTo)
  await markFolded(trx, range.upTo)
}
