import { expect, test } from 'vitest'
import {
  openAnnounced,
  openSecondProcess,
  startWorker,
  until,
} from '../../../../test/support/delivery.ts'

test('between two messages a worker waits for its turn, not until it looks for work again', async () => {
  const environment = { MAIL_RATE_PER_SECOND: '10' }
  const { sink, startWorker } = await openAnnounced('sqlite', 4, environment)
  startWorker({ pollMs: 600_000 })
  await until(() => sink.counts.size === 4)
})

// On SQLite, one process with two connections for writing would wait for itself.
test('delivery workers together keep the rate', async () => {
  const environment = { MAIL_RATE_PER_SECOND: '20' }
  const { platform, sink, untilFinished } = await openAnnounced('postgres', 20, environment)
  const start = performance.now()
  startWorker(platform)
  startWorker(await openSecondProcess(platform))
  await untilFinished()
  // Workers that each took the whole rate, or an outdated share, would need half a second.
  expect(performance.now() - start).toBeGreaterThan(900)
  expect(sink.counts.size).toBe(20)
})
