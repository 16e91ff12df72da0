import type { Config } from '../../../config.ts'
import { connectReader } from '../../../platform/database/connect.ts'
import { UnavailableError } from '../../../platform/http/errors.ts'
import type { Thread } from '../../../platform/threads/thread.ts'
import { findEntryTotals, streamDownloads } from './download-queries.ts'
import { type AccessFigures, FIGURES_TIMEOUT_MS, readFigures } from './figure-reader.ts'
import type { AccessFilter } from './statistics-rules.ts'

export type AccessStatistics = ReturnType<typeof createAccessStatistics>

const NOT_NOW =
  'The download figures are being recalculated. Nothing is lost. Try again in a minute.'

/** Computed off the serving thread; includes every record committed before the request. */
export function createAccessStatistics(
  { databaseUrl, timeZone }: Pick<Config, 'databaseUrl' | 'timeZone'>,
  reading: Thread,
) {
  const options = { poolSize: 2, statementTimeoutMs: FIGURES_TIMEOUT_MS }
  const reader = connectReader(databaseUrl, reading, options)

  /** @throws UnavailableError while the summaries are for another time zone's days */
  function found<T>(answer: T | undefined): T {
    if (answer === undefined) throw new UnavailableError(NOT_NOW)
    return answer
  }

  return {
    read: async <T extends object>(ask: (figures: AccessFigures) => Promise<T>) =>
      found(await readFigures(reader, timeZone, ask)),
    readOnThread: async <T extends object>(name: string, input: unknown) =>
      found(await reading.ask<T | undefined>(name, input)),
    streamDownloads: (filter: AccessFilter) => streamDownloads(reader, filter, timeZone),
    countDownloads: async (asked: Parameters<typeof findEntryTotals>[1]) =>
      (await findEntryTotals(reader, asked)).downloads,
    close: () => reader.destroy(),
  }
}
