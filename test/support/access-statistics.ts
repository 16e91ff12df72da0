import {
  type AccessStatistics,
  createAccessStatistics,
} from '../../src/features/statistics/figures/statistics.ts'
import { createReadingThread } from '../../src/platform/threads/serving-threads.ts'
import type { TestDatabase } from './each-database.ts'

/** The statistics of a test's database, as the service opens them. */
export function openStatistics(
  { url }: Pick<TestDatabase, 'url'>,
  timeZone: string,
): AccessStatistics {
  const config = { databaseUrl: url, timeZone }
  const reading = createReadingThread(config)
  const statistics = createAccessStatistics(config, reading)
  return {
    ...statistics,
    async close() {
      await statistics.close()
      await reading.end()
    },
  }
}
