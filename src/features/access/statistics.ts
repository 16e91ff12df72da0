import { connectApart } from '../../platform/database/connect.ts'
import type { Database, Queryable } from '../../platform/database/schema.ts'
import { readSnapshot } from '../../platform/database/snapshots.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import {
  countDownloadsAfter,
  type DownloadLine,
  type DownloadPage,
  listDownloads,
  streamDownloads,
} from './download-list.ts'
import type { SummaryKeeper } from './keep-summaries.ts'
import { createPlainStatistics } from './plain-statistics.ts'
import type {
  AccessFilter,
  AccessPeriod,
  AccessTotals,
  DayFigures,
  DocumentFigures,
} from './statistics-rules.ts'
import { findSummaryState, isCorrected } from './summary-queries.ts'
import { createSummaryStatistics } from './summary-statistics.ts'
import { createSummaryThread, type StatisticsPlatform } from './summary-thread.ts'

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
export interface AccessStatistics extends Pick<SummaryKeeper, 'start' | 'rebuild'> {
  /**
   * Out of the summaries, which are brought up to date first. Where there are none, or too much has come at once (a large
   * import), the same figures are counted from the records, which takes longer.
   * @throws UnavailableError in that case where IPs have been erased, whose visitors only the summaries know
   */
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
/** Then counting from the records is tried instead. */
const FOLDS_WITHIN_MS = 3000
const TRIES = 3

const NOT_NOW =
  'The download figures are just being counted anew. Nothing is lost: try again in a minute.'

const SUMMARIES = ['access_summary', 'access_totals', 'access_visits', 'access_returns']

export function createAccessStatistics(platform: StatisticsPlatform): AccessStatistics {
  const { databaseUrl, timeZone } = platform.config
  const keeper = createSummaryThread(platform)
  let opened: Database | undefined
  let reading: Promise<unknown> = Promise.resolve()

  function reader(): Database {
    opened ??= connectApart(databaseUrl, {
      readOnly: true,
      isLongWork: true,
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

  async function read<T>(ask: (figures: AccessFigures) => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (!(await keeper.bringUpToDate({ withinMs: FOLDS_WITHIN_MS }))) break
      const answer = await readSnapshot(reader(), SUMMARIES, async (db) =>
        (await isUsable(db, timeZone))
          ? { found: await ask(createSummaryStatistics(db, timeZone)) }
          : undefined,
      )
      if (answer) return answer.found
    }
    return readSnapshot(reader(), SUMMARIES, async (db) => {
      const { erasedThrough } = await findSummaryState(db)
      if (erasedThrough !== null) throw new UnavailableError(NOT_NOW)
      return ask(createPlainStatistics(db, timeZone))
    })
  }

  return {
    start: keeper.start,
    rebuild: keeper.rebuild,
    read: (ask) => inTurn(() => read(ask)),
    listDownloads: (filter, page) => listDownloads(reader(), timeZone, filter, page),
    streamDownloads: (filter, page) => streamDownloads(reader(), timeZone, filter, page),
    countDownloadsAfter: (asked) => countDownloadsAfter(reader(), asked),
    async close() {
      await reading
      await keeper.close()
      await opened?.destroy()
    },
  }
}

/** Not where the summaries are being built anew, or a folded record was taken back in this very moment. */
async function isUsable(db: Queryable, timeZone: string): Promise<boolean> {
  const state = await findSummaryState(db)
  return state.timeZone === timeZone && !(await isCorrected(db, state.foldedId))
}
