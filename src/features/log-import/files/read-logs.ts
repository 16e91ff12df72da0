import { createThread } from '../../../platform/threads/thread.ts'
import type { ReaderMessage, ReaderOptions } from '../lines/download-batch.ts'

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
  options: ReaderOptions,
  stop: AbortSignal,
): AsyncGenerator<ReaderMessage> {
  const thread = createThread('read-logs-worker.js', {
    workerData: options,
    resourceLimits: MEMORY,
  })
  const { promise: stopped, resolve } = Promise.withResolvers<{ kind: 'end' }>()
  stop.addEventListener('abort', () => resolve({ kind: 'end' }))
  const coming: Promise<ReaderMessage>[] = []
  try {
    while (!stop.aborted) {
      while (coming.length <= AHEAD) coming.push(thread.ask<ReaderMessage>('next'))
      const message = await Promise.race([coming.shift() as Promise<ReaderMessage>, stopped])
      if (stop.aborted) return
      yield message
      if (message.kind === 'end') return
    }
  } finally {
    for (const refused of coming) refused.catch(() => {})
    await thread.end()
  }
}
