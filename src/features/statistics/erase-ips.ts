import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { DAY_MS, dayAt } from '../../shared/time-zone.ts'
import { eraseSomeIps } from './figures/download-queries.ts'
import { startOfDay } from './figures/site-days.ts'
import type { AccessStatistics } from './figures/statistics.ts'

/** The first moment, in milliseconds, of the first day that does not lie entirely outside the retention period. */
export const retentionStart = (now: number, retentionDays: number, timeZone: string): number =>
  startOfDay(dayAt(now - retentionDays * DAY_MS, timeZone), timeZone)

/** Downloads wait while a batch is erased: some 20 ms on SQLite. */
const RECORDS_AT_ONCE = 500
const PAUSE_MS = 50

/**
 * Erases the IPs of all records before a time. One statement, in batches, because the first time it may be about a
 * million records, which would hold up downloads for seconds.
 * @param from when the first record with an IP was made
 */
export async function eraseIps(
  db: Database,
  { from, before, signal }: { from: number; before: number; signal: AbortSignal },
): Promise<void> {
  let next = from
  while (!signal.aborted) {
    const erased = await eraseSomeIps(db, { from: next, before, limit: RECORDS_AT_ONCE })
    if (erased.length < RECORDS_AT_ONCE) return
    next = Math.max(...erased.map(({ accessed_at }) => accessed_at))
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
  }
}

const EVERY_MS = 3_600_000

/** Keeps VISITOR_IP_RETENTION_DAYS. If several processes serve, one of them is enough. */
export function createIpEraser(
  { db, clock, config: { timeZone, visitorIpRetentionDays }, log }: Platform,
  statistics: Pick<AccessStatistics, 'read'>,
) {
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await erase().catch((err) => {
        if (!signal.aborted) log.error({ err }, 'visitor IPs could not be erased')
      })
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function erase(): Promise<void> {
    const before = retentionStart(clock(), visitorIpRetentionDays, timeZone)
    // Finding it is slow if most records have none, so the statistics thread does it.
    const { ipsRecordedFrom } = await statistics.read((figures) => figures.readPeriod())
    if (ipsRecordedFrom === null) return
    await eraseIps(db, { from: startOfDay(ipsRecordedFrom, timeZone), before, signal })
  }

  return {
    start(): void {
      if (visitorIpRetentionDays > 0) running ??= run()
    },
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
