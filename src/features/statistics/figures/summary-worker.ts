/* The thread of summary-thread.ts: keeps the summaries, answers when it is asked to. */
import { workerData } from 'node:worker_threads'
import { answerQuestions, tellNote } from '../../../platform/threads/thread-answers.ts'
import { createSummaryKeeper, type KeeperConfig, type UpToDate } from './keep-summaries.ts'

export type Order =
  | { kind: 'start' }
  | { kind: 'bringUpToDate'; options: UpToDate }
  | { kind: 'rebuild' }
  | { kind: 'close' }

export type Note =
  | { kind: 'progress'; done: number }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string; error?: string }

const tell = (note: Note) => tellNote(note)

const keeper = createSummaryKeeper({
  config: workerData as KeeperConfig,
  clock: Date.now,
  log: (level, message, error) =>
    tell({ kind: 'log', level, message, ...(error !== undefined && { error: describe(error) }) }),
})

/** @returns whether it was done */
async function obey(order: Order): Promise<boolean> {
  switch (order.kind) {
    case 'start':
      keeper.start()
      return true
    case 'bringUpToDate':
      return keeper.bringUpToDate(order.options)
    case 'rebuild':
      await keeper.rebuild((done) => tell({ kind: 'progress', done }))
      return true
    case 'close':
      await keeper.close()
      return true
  }
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

answerQuestions(obey)
