import { pino } from 'pino'
import {
  type AccessStatistics,
  createAccessStatistics,
} from '../../src/features/statistics/figures/statistics.ts'
import type { TestDatabase } from './each-database.ts'

/** The statistics of a test's database, as the service opens them. */
export function openStatistics(
  { url }: Pick<TestDatabase, 'url'>,
  timeZone: string,
): AccessStatistics {
  const log = pino({ level: 'silent' })
  return createAccessStatistics({
    config: { databaseUrl: url, timeZone, visitorIpRetentionDays: 0 },
    log,
  })
}
