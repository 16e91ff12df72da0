import { transactOnStatistics } from '../../platform/database/backup/snapshots.ts'
import type { Database } from '../../platform/database/schema.ts'
import { DAY_MS, dayAt, dayNumberOf } from './figures/site-days.ts'
import {
  eraseSome,
  findFirstDay,
  findSummaryState,
  isCorrected,
  updateSummary,
} from './figures/summary-queries.ts'

/** The last day that lies entirely outside the retention period. */
export function lastDayToErase(now: number, retentionDays: number, timeZone: string): number {
  return dayNumberOf(dayAt(now - retentionDays * DAY_MS, timeZone)) - 1
}

/**
 * Erases the IPs of the next batch of records up to the day, and their visits; figures already counted stay. A day is
 * closed before its first IP is erased, so that it is never recounted; a visitor who returns later counts as new. The
 * records themselves stay, marked as having had an IP.
 * @returns `more` until all are erased; `busy` if it has to be tried again
 */
export async function eraseIps(db: Database, timeZone: string, through: number) {
  return transactOnStatistics(db, async (trx) => {
    const state = await findSummaryState(trx)
    if (state.timeZone !== timeZone || (await isCorrected(trx, state.foldedId))) return 'busy'
    const closed = state.erasedThrough ?? (await findFirstDay(trx, timeZone)) - 1
    if (await eraseSome(trx, { timeZone, day: closed, foldedId: state.foldedId })) return 'more'
    if (closed >= through) return 'done'
    await updateSummary(trx, { erased_through: closed + 1 })
    return 'more'
  })
}
