import type { Config } from '../../config.ts'
import { connectApart } from '../../platform/database/connect.ts'
import { readSnapshot } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'
import {
  countDownloadsAfter,
  type DownloadLine,
  type DownloadPage,
  listDownloads,
  streamDownloads,
} from './download-list.ts'
import { createPlainStatistics } from './plain-statistics.ts'
import type {
  AccessFilter,
  AccessPeriod,
  AccessTotals,
  DayFigures,
  DocumentFigures,
} from './statistics-rules.ts'

/** Figures of one state of the records: they agree with each other. */
export interface AccessFigures {
  readPeriod(): Promise<AccessPeriod>
  readTotals(filter: AccessFilter): Promise<AccessTotals>
  /** In order, and only days with downloads: the others are zero. */
  listDays(filter: AccessFilter): Promise<DayFigures[]>
  /** Most downloads first, and only documents with downloads. */
  listDocuments(filter: AccessFilter, limit?: number): Promise<DocumentFigures[]>
}

/** Computed away from the thread that serves; right up to the records committed when the question was asked. */
export interface AccessStatistics {
  read<T>(ask: (figures: AccessFigures) => Promise<T>): Promise<T>
  /** A page of single downloads. */
  listDownloads(filter: AccessFilter, page?: DownloadPage): Promise<DownloadLine[]>
  /** Every single download in flat memory, as fast as it is taken. */
  streamDownloads(
    filter: AccessFilter,
    page?: Pick<DownloadPage, 'order'>,
  ): AsyncIterable<DownloadLine>
  /** Downloads of the entry's documents, deleted ones' too, in the hours from `time` (milliseconds) on. */
  countDownloadsAfter(asked: { entryId: number; time: number; hours: number }): Promise<number>
  close(): Promise<void>
}

/** A page that has not come after a minute will not be waited for. */
const STATEMENT_TIMEOUT_MS = 60_000

export function createAccessStatistics(
  config: Pick<Config, 'databaseUrl' | 'timeZone'>,
): AccessStatistics {
  const { databaseUrl, timeZone } = config
  let opened: Database | undefined
  let reading: Promise<unknown> = Promise.resolve()

  function reader(): Database {
    opened ??= connectApart(databaseUrl, {
      readOnly: true,
      poolSize: 2,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    })
    return opened
  }

  /** One after the other: they would only take the processors from each other, and from the visitors. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = reading.then(work)
    reading = done.catch(() => {})
    return done
  }

  return {
    read: (ask) =>
      inTurn(() => readSnapshot(reader(), (db) => ask(createPlainStatistics(db, timeZone)))),
    listDownloads: (filter, page) => listDownloads(reader(), timeZone, filter, page),
    streamDownloads: (filter, page) => streamDownloads(reader(), timeZone, filter, page),
    countDownloadsAfter: (asked) => countDownloadsAfter(reader(), asked),
    async close() {
      await reading
      await opened?.destroy()
    },
  }
}
