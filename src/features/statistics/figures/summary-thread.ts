import type { Platform } from '../../../platform/platform.ts'
import { createThread } from '../../../platform/threads/thread.ts'
import type { KeeperConfig, SummaryKeeper } from './keep-summaries.ts'
import type { OnProgress } from './rebuild-statistics.ts'
import type { Note, Order } from './summary-worker.ts'

export interface StatisticsPlatform extends Pick<Platform, 'log'> {
  config: KeeperConfig
}

/**
 * The keeper of the summaries (keep-summaries.ts) on a thread of its own. Whole transactions have to run there: SQLite's
 * lock would else be held while this thread, which writes as well and then waits for the lock, is to ask for the next
 * statement.
 */
export function createSummaryThread({ config, log }: StatisticsPlatform): SummaryKeeper {
  let isStarted = false
  let onProgress: OnProgress = () => {}
  const thread = createThread<Order, boolean, Note>('summary-worker.js', {
    workerData: keeperConfig(config),
    onNote(note) {
      if (note.kind === 'progress') onProgress(note.done)
      else log[note.level]({ error: note.error }, note.message)
    },
    onBegin() {
      if (isStarted) void start()
    },
  })
  const start = () =>
    thread.ask({ kind: 'start' }).catch((error) => log.error({ err: error }, 'statistics stopped'))

  return {
    start() {
      if (isStarted) return
      void start()
      isStarted = true
    },
    bringUpToDate: (options) => thread.ask({ kind: 'bringUpToDate', options }),
    async rebuild(told = () => {}) {
      onProgress = told
      await thread.ask({ kind: 'rebuild' })
    },
    async close() {
      if (thread.isRunning()) await thread.ask({ kind: 'close' }).catch(() => {})
      await thread.end()
    },
  }
}

/** Nothing else of the configuration goes to the thread. */
const keeperConfig = (config: KeeperConfig): KeeperConfig => ({
  databaseUrl: config.databaseUrl,
  timeZone: config.timeZone,
  visitorIpRetentionDays: config.visitorIpRetentionDays,
})
