import { Worker } from 'node:worker_threads'
import { receiveError } from '../../platform/passed-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { builtProgram } from '../../platform/project-root.ts'
import type { KeeperConfig, SummaryKeeper } from './keep-summaries.ts'
import type { OnProgress } from './rebuild-statistics.ts'
import type { Order, Report } from './summary-worker.ts'

export interface StatisticsPlatform extends Pick<Platform, 'log'> {
  config: KeeperConfig
}

interface Asked {
  resolve(answer: boolean): void
  reject(error: Error): void
}

/**
 * The keeper of the summaries (keep-summaries.ts) on a thread of its own, begun when it is first needed. Whole
 * transactions have to run there: SQLite's lock would else be held while this thread, which writes as well and then waits
 * for the lock, is to ask for the next statement.
 */
export function createSummaryThread({ config, log }: StatisticsPlatform): SummaryKeeper {
  const asked = new Map<number, Asked>()
  let worker: Worker | undefined
  let isStarted = false
  let lastId = 0
  let onProgress: OnProgress = () => {}

  function begin(): Worker {
    const begun = new Worker(builtProgram('summary-worker.js'), {
      workerData: keeperConfig(config),
    })
    begun.on('message', read)
    begun.on('error', (error) => end(begun, error as Error))
    begun.on('exit', () => end(begun, new Error('the thread of the statistics has ended')))
    worker = begun
    if (isStarted) void ask({ kind: 'start' })
    return begun
  }

  function read(report: Report): void {
    if (report.kind === 'progress') onProgress(report.done)
    else if (report.kind === 'log') log[report.level]({ error: report.error }, report.message)
    else settle(report)
  }

  function settle({ id, answer, error }: Extract<Report, { kind: 'answer' }>): void {
    const waiting = asked.get(id)
    asked.delete(id)
    // It keeps no program alive; a question that waits for its answer does.
    if (asked.size === 0) worker?.unref()
    if (error === undefined) waiting?.resolve(answer ?? true)
    else waiting?.reject(receiveError(error))
  }

  /** A thread that has ended, for whatever reason, is followed by another. */
  function end(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
  }

  function ask(order: Order): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const thread = worker ?? begin()
    lastId += 1
    asked.set(lastId, { resolve, reject })
    thread.ref()
    thread.postMessage({ id: lastId, order })
    return promise
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      if (!worker) begin()
      else void ask({ kind: 'start' })
    },
    bringUpToDate: (options) => ask({ kind: 'bringUpToDate', options }),
    rebuild(told = () => {}) {
      onProgress = told
      return ask({ kind: 'rebuild' })
    },
    async close() {
      if (!worker) return
      await ask({ kind: 'close' }).catch(() => {})
      await worker?.terminate()
    },
  }
}

/** Nothing else of the configuration goes to the thread. */
const keeperConfig = ({ databaseUrl, timeZone, visitorIpRetentionDays }: KeeperConfig) => ({
  databaseUrl,
  timeZone,
  visitorIpRetentionDays,
})
