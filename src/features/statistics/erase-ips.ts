import { setTimeout as sleep } from 'node:timers/promises'
import { createBackgroundTask } from '../../platform/background-task.ts'
import type { Platform } from '../../platform/platform.ts'
import { DAY_MS, dayAt } from '../../shared/time-zone.ts'
import { eraseIps } from './figures/queries.ts'
import { addDays, type Day, daysWithin, withMoments } from './figures/site-days.ts'
import type { AccessStatistics } from './figures/statistics.ts'

/** The first day that is not wholly older. */
export const firstKeptDay = (now: number, retentionDays: number, timeZone: string): Day =>
  dayAt(now - retentionDays * DAY_MS, timeZone)

const PAUSE_MS = 50
const EVERY_MS = 3_600_000

/** Keeps VISITOR_IP_RETENTION_DAYS. If several processes serve, one of them is enough. */
export function createIpEraser(
  { db, clock, config: { timeZone, visitorIpRetentionDays }, log }: Platform,
  statistics: Pick<AccessStatistics, 'read'>,
) {
  const onError = (err: unknown) => log.error({ err }, 'visitor IPs could not be erased')
  const { signal, ...task } = createBackgroundTask(erase, { everyMs: EVERY_MS, onError })

  /** Day by day, because the first time it may be about a million records, which would hold up downloads for seconds. */
  async function erase(): Promise<void> {
    if (visitorIpRetentionDays === 0) return
    const lastDay = addDays(firstKeptDay(clock(), visitorIpRetentionDays, timeZone), -1)
    // Finding it is slow if most records have none, so the statistics thread does it.
    const { ipsRecordedFrom } = await statistics.read(async ({ period }) => period)
    for (const day of daysWithin({}, { firstDay: ipsRecordedFrom, lastDay })) {
      if (signal.aborted) return
      await eraseIps(db, withMoments({ from: day, to: day }, timeZone))
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }

  return task
}
