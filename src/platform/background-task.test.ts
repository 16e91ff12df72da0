import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBackgroundTask } from './background-task.ts'

test('a background task runs again after a failure, and its stop waits for the run in progress', async () => {
  const events: string[] = []
  const secondRun = Promise.withResolvers<void>()
  const task = createBackgroundTask(
    async () => {
      events.push('run')
      if (!events.includes('failed: no')) throw new Error('no')
      secondRun.resolve()
      await sleep(60_000, undefined, { signal: task.signal }).finally(() => events.push('ended'))
    },
    { everyMs: 1, onError: (error) => events.push(`failed: ${(error as Error).message}`) },
  )
  task.start()
  task.start()
  await secondRun.promise
  await task.stop()
  expect(events).toEqual(['run', 'failed: no', 'run', 'ended'])
})
