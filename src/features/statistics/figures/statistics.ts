import type { Config } from '../../../config.ts'
import { connectDatabase, connectReader } from '../../../platform/database/connect.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { UnavailableError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Thread } from '../../../platform/threads/thread.ts'
import {
  countDownloadsAfter,
  type DownloadLine,
  type DownloadsAsked,
  streamDownloads,
} from './download-queries.ts'
import { FIGURES_TIMEOUT_MS, readFigures } from './figure-reader.ts'
import {
  createSummaryKeeper,
  type FoldSteps,
  foldSteps,
  type SummaryKeeper,
} from './keep-summaries.ts'
import type { AccessFigures, AccessFilter } from './statistics-rules.ts'

/** Computed away from the thread that serves; right up to the records committed when the question was asked. */
export interface AccessStatistics extends SummaryKeeper {
  /** @throws UnavailableError while the summaries are those of another time zone's days */
  read<T extends object>(ask: (figures: AccessFigures) => Promise<T>): Promise<T>
  readOnThread<T extends object>(name: string, input: unknown): Promise<T>
  streamDownloads(
    filter: AccessFilter,
    order?: DownloadsAsked['order'],
  ): AsyncIterable<DownloadLine>
  /** Downloads of the entry's documents, deleted ones' too, in the hours from `time` (milliseconds) on. */
  countDownloadsAfter(asked: { entryId: number; time: number; hours: number }): Promise<number>
}

export interface StatisticsPlatform extends Pick<Platform, 'log' | 'writing'> {
  config: Pick<Config, 'databaseUrl' | 'timeZone' | 'visitorIpRetentionDays'>
}

const NOT_NOW =
  'The download figures are being recalculated. Nothing is lost. Try again in a minute.'

export function createAccessStatistics(
  platform: StatisticsPlatform,
  reading: Thread,
): AccessStatistics {
  const { databaseUrl, timeZone } = platform.config
  const options = { poolSize: 2, statementTimeoutMs: FIGURES_TIMEOUT_MS }
  const reader = connectReader(databaseUrl, reading, options)
  const { steps, close } = stepsOf(platform)
  const keeper = createSummaryKeeper(platform, steps)

  function found<T>(answer: T | undefined): T {
    if (answer === undefined) throw new UnavailableError(NOT_NOW)
    return answer
  }

  return {
    start: keeper.start,
    read: async (ask) => found(await readFigures(reader, timeZone, ask)),
    readOnThread: async (name, input) => found(await reading.ask(name, input)),
    streamDownloads: (filter, order) => streamDownloads(reader, { filter, timeZone, order }),
    countDownloadsAfter: (asked) => countDownloadsAfter(reader, asked),
    async close() {
      await keeper.close()
      await close()
      await reader.destroy()
    },
  }
}

/** On SQLite by the thread that writes; on PostgreSQL, where it is the server that works, by a connection of their own. */
function stepsOf({ config, writing }: StatisticsPlatform) {
  if (writing) {
    const asked: FoldSteps = {
      fold: () => writing.ask('fold'),
      erase: (throughDay) => writing.ask('erase', throughDay),
    }
    return { steps: asked, close: async () => {} }
  }
  let opened: Promise<Database> | undefined
  async function steps(): Promise<FoldSteps> {
    opened ??= connectDatabase(config.databaseUrl, { poolSize: 1 })
    try {
      return foldSteps(await opened, config.timeZone)
    } catch (error) {
      opened = undefined
      throw error
    }
  }
  const own: FoldSteps = {
    fold: async () => (await steps()).fold(),
    erase: async (throughDay) => (await steps()).erase(throughDay),
  }
  return { steps: own, close: async () => (await opened)?.destroy() }
}
