import type { Config } from '../../../config.ts'
import { connectReader } from '../../../platform/database/connect.ts'
import type { Thread } from '../../../platform/threads/thread.ts'
import { findEntryTotals, streamDownloads } from './download-queries.ts'
import { type AccessFigures, FIGURES_TIMEOUT_MS, readFigures } from './figure-reader.ts'
import type { AccessFilter } from './statistics-rules.ts'

export type AccessStatistics = ReturnType<typeof createAccessStatistics>

/** Counted off the serving thread; includes every record committed before the request. */
export function createAccessStatistics(
  { databaseUrl, timeZone }: Pick<Config, 'databaseUrl' | 'timeZone'>,
  reading: Thread,
) {
  const options = { poolSize: 2, statementTimeoutMs: FIGURES_TIMEOUT_MS }
  const reader = connectReader(databaseUrl, reading, options)

  return {
    read: <T>(read: (figures: AccessFigures) => Promise<T>) => readFigures(reader, timeZone, read),
    readOnThread: <T>(name: string, input: unknown) => reading.call<T>(name, input),
    streamDownloads: (filter: AccessFilter) => streamDownloads(reader, filter, timeZone),
    countDownloads: async (query: Parameters<typeof findEntryTotals>[1]) =>
      (await findEntryTotals(reader, query)).downloads,
    close: () => reader.destroy(),
  }
}
