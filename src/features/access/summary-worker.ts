/* The thread of summary-thread.ts: keeps the summaries, answers when it is asked to. */
import { parentPort, workerData } from 'node:worker_threads'
import { type PassedError, passError } from '../../platform/passed-error.ts'
import { createSummaryKeeper, type KeeperConfig, type UpToDate } from './keep-summaries.ts'

export type Order =
  | { kind: 'start' }
  | { kind: 'bringUpToDate'; options: UpToDate }
  | { kind: 'rebuild' }
  | { kind: 'close' }

export type Report =
  | { kind: 'answer'; id: number; answer?: boolean | undefined; error?: PassedError }
  | { kind: 'progress'; done: number }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string; error?: string }

const tell = (report: Report) => parentPort?.postMessage(report)

const keeper = createSummaryKeeper({
  config: workerData as KeeperConfig,
  clock: Date.now,
  log: (level, message, error) =>
    tell({ kind: 'log', level, message, ...(error !== undefined && { error: describe(error) }) }),
})

async function obey(order: Order): Promise<boolean | undefined> {
  switch (order.kind) {
    case 'start':
      keeper.start()
      return undefined
    case 'bringUpToDate':
      return keeper.bringUpToDate(order.options)
    case 'rebuild':
      return keeper.rebuild((done) => tell({ kind: 'progress', done }))
    case 'close':
      await keeper.close()
      return undefined
  }
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

parentPort?.on('message', ({ id, order }: { id: number; order: Order }) => {
  obey(order).then(
    (answer) => tell({ kind: 'answer', id, answer }),
    (error) => tell({ kind: 'answer', id, error: passError(error) }),
  )
})
