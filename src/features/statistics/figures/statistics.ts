import type { Config } from '../../../config.ts'
import { connectReader } from '../../../platform/database/connect.ts'
import { UnavailableError } from '../../../platform/http/errors.ts'
import type { Thread } from '../../../platform/threads/thread.ts'
import {
  countDownloadsAfter,
  type DownloadLine,
  type DownloadsAsked,
  streamDownloads,
} from './download-queries.ts'
import { FIGURES_TIMEOUT_MS, readFigures } from './figure-reader.ts'
import type { AccessFigures, AccessFilter } from './statistics-rules.ts'

/** Computed away from the thread that serves; right up to the records committed when the question was asked. */
export interface AccessStatistics {
  /** @throws UnavailableError while the summaries are those of another time zone's days */
  read<T extends object>(ask: (figures: AccessFigures) => Promise<T>): Promise<T>
  readOnThread<T extends object>(name: string, input: unknown): Promise<T>
  streamDownloads(
    filter: AccessFilter,
    order?: DownloadsAsked['order'],
  ): AsyncIterable<DownloadLine>
  /** Downloads of the entry's documents, deleted ones' too, in the hours from `time` (milliseconds) on. */
  countDownloadsAfter(asked: { entryId: number; time: number; hours: number }): Promise<number>
  close(): Promise<void>
}

const NOT_NOW =
  'The download figures are being recalculated. Nothing is lost. Try again in a minute.'

export function createAccessStatistics(
  { databaseUrl, timeZone }: Pick<Config, 'databaseUrl' | 'timeZone'>,
  reading: Thread,
): AccessStatistics {
  const options = { poolSize: 2, statementTimeoutMs: FIGURES_TIMEOUT_MS }
  const reader = connectReader(databaseUrl, reading, options)

  function found<T>(answer: T | undefined): T {
    if (answer === undefined) throw new UnavailableError(NOT_NOW)
    return answer
  }

  return {
    read: async (ask) => found(await readFigures(reader, timeZone, ask)),
    readOnThread: async (name, input) => found(await reading.ask(name, input)),
    streamDownloads: (filter, order) => streamDownloads(reader, { filter, timeZone, order }),
    countDownloadsAfter: (asked) => countDownloadsAfter(reader, asked),
    close: () => reader.destroy(),
  }
}
