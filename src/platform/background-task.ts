import { setTimeout as sleep } from 'node:timers/promises'

/** Runs the work at once, and again `everyMs` after each end. What fails because the task is stopped is no error. */
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
