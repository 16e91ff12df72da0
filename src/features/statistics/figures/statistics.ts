import { connectApart } from '../../../platform/database/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { UnavailableError } from '../../../platform/http/errors.ts'
import {
  countDownloadsAfter,
  type DownloadLine,
  type DownloadPage,
  streamDownloads,
} from './download-queries.ts'
import { createFigureReader, type FigureSource, STATEMENT_TIMEOUT_MS } from './figure-reader.ts'
import type { SummaryKeeper } from './keep-summaries.ts'
import type { AccessFigures, AccessFilter } from './statistics-rules.ts'
import { createSummaryThread, type StatisticsPlatform } from './summary-thread.ts'

/** Computed away from the thread that serves; right up to the records committed when the question was asked. */
export interface AccessStatistics extends Pick<SummaryKeeper, 'start' | 'rebuild'> {
  /**
   * Out of the summaries, which are brought up to date first. Where there are none, or too much has come at once (a large
   * import), the same figures are counted from the records, which takes longer.
   * @throws UnavailableError in that case where IPs have been erased, whose visitors only the summaries know
   */
  read<T>(ask: (figures: AccessFigures) => Promise<T>): Promise<T>
  /** The same, by someone who reads elsewhere (access-page-thread.ts): asked for one source after the other. */
  readBy<T>(read: (source: FigureSource) => Promise<{ found: T } | undefined>): Promise<T>
  /** Every single download in flat memory, as fast as it is taken. */
  streamDownloads(
    filter: AccessFilter,
    page?: Pick<DownloadPage, 'order'>,
  ): AsyncIterable<DownloadLine>
  /** Downloads of the entry's documents, deleted ones' too, in the hours from `time` (milliseconds) on. */
  countDownloadsAfter(asked: { entryId: number; time: number; hours: number }): Promise<number>
  close(): Promise<void>
}

/** Then counting from the records is tried instead. */
const FOLDS_WITHIN_MS = 3000
const TRIES = 3

const NOT_NOW =
  'The download figures are being recalculated. Nothing is lost. Try again in a minute.'

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

  const readFigures = createFigureReader(reader, timeZone)

  async function readBy<T>(
    read: (source: FigureSource) => Promise<{ found: T } | undefined>,
  ): Promise<T> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (!(await keeper.bringUpToDate({ withinMs: FOLDS_WITHIN_MS }))) break
      const answer = await read('summaries')
      if (answer) return answer.found
    }
    const answer = await read('records')
    if (!answer) throw new UnavailableError(NOT_NOW)
    return answer.found
  }

  return {
    start: keeper.start,
    rebuild: keeper.rebuild,
    read: (ask) => inTurn(() => readBy((source) => readFigures(source, ask))),
    readBy: (read) => inTurn(() => readBy(read)),
    streamDownloads: (filter, page) => streamDownloads(reader(), timeZone, filter, page),
    countDownloadsAfter: (asked) => countDownloadsAfter(reader(), asked),
    async close() {
      await reading
      await keeper.close()
      await opened?.destroy()
    },
  }
}
