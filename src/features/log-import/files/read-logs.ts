import { createThread } from '../../../platform/threads/thread.ts'
import type { LogsToRead, ReaderMessage } from './read-logs-worker.ts'

/** It holds one piece and a few batches; without a limit V8 would let garbage lie. */
const MEMORY = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 128 }

/** Messages that the thread may be ahead, so that a slow database does not fill the memory. */
const AHEAD = 2

/**
 * What the reading thread tells, in order. It stays a few messages ahead and then waits; ending the loop ends it, as
 * does `stop`.
 * @throws what went wrong in the thread: a defect, for what is wrong with a log is in its report
 */
export async function* readLogs(
  options: LogsToRead,
  stop: AbortSignal,
): AsyncGenerator<ReaderMessage> {
  const thread = createThread('read-logs-worker.js', {
    workerData: options,
    resourceLimits: MEMORY,
  })
  // Ending the thread refuses what is asked of it. A race with a promise of the stop would keep every message until then.
  const end = () => void thread.end()
  stop.addEventListener('abort', end)
  const coming: Promise<ReaderMessage>[] = []
  try {
    while (!stop.aborted) {
      while (coming.length <= AHEAD) coming.push(thread.ask<ReaderMessage>('next'))
      const message = await coming.shift()?.catch((error) => {
        if (!stop.aborted) throw error
      })
      if (stop.aborted || !message) return
      yield message
      if (message.kind === 'end') return
    }
  } finally {
    stop.removeEventListener('abort', end)
    for (const refused of coming) refused.catch(() => {})
    await thread.end()
  }
}
