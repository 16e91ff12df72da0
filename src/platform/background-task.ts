import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs the work at once and then again and again, until it is stopped.
 * @param everyMs from the end of one run to the beginning of the next
 * @param onError not called for what fails because the task is stopped
 */
export function createBackgroundTask(
  work: () => Promise<unknown>,
  { everyMs, onError }: { everyMs: number | (() => number); onError(error: unknown): unknown },
) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error) => signal.aborted || onError(error))
      const waitMs = typeof everyMs === 'number' ? everyMs : everyMs()
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    signal,
    start(): void {
      running ??= run()
    },
    /** Aborts the signal at once. @returns when the run in progress has ended */
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
