import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { LogsToRead, ReaderMessage } from './read-logs-worker.ts'

/** Built beside the program; from the sources it is the file itself. */
function workerProgram(): URL {
  const built = new URL('./read-logs-worker.js', import.meta.url)
  return existsSync(fileURLToPath(built))
    ? built
    : new URL('./read-logs-worker.ts', import.meta.url)
}

/** It holds one piece and a few batches; without a limit V8 would let garbage lie. */
const MEMORY = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 128 }

/**
 * What the reading thread tells, in order. It stays a few messages ahead and then waits; ending the loop ends it, as
 * does `stop`.
 * @throws what went wrong in the thread: a defect, for what is wrong with a log is in its report
 */
export async function* readLogs(
  options: LogsToRead,
  stop: AbortSignal,
): AsyncGenerator<ReaderMessage> {
  const worker = new Worker(workerProgram(), { workerData: options, resourceLimits: MEMORY })
  const arrived: ReaderMessage[] = []
  let failure: Error | undefined
  let wake = () => {}
  stop.addEventListener('abort', () => wake())
  worker.on('message', (message: ReaderMessage) => {
    arrived.push(message)
    wake()
  })
  worker.on('error', (error) => {
    failure = error as Error
    wake()
  })
  worker.on('exit', () => {
    failure ??= new Error('the reading thread ended before the logs did')
    wake()
  })
  try {
    while (!stop.aborted) {
      const message = arrived.shift()
      if (message) {
        yield message
        if (message.kind === 'end') return
        worker.postMessage('taken')
      } else {
        if (failure) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    await worker.terminate()
  }
}
