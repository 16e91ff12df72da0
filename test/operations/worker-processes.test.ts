import { describe, expect, test } from 'vitest'
import {
  openAnnounced,
  openHalfway,
  readStates,
  startWorker,
  until,
  untilFinished,
} from '../support/delivery.ts'

describe.each(['sqlite', 'postgres'] as const)('the end of a delivery worker on %s', (dialect) => {
  test('stopped in the middle it finishes what is in flight and leaves the rest queued', async () => {
    const halfway = { recipients: 30, connections: 3, sent: 10 }
    const { platform, sink, id, release } = await openHalfway(dialect, halfway)
    const worker = startWorker(platform)
    await until(() => sink.received.length === 13)
    const stopped = worker.stop()
    release()
    await stopped
    const states = Object.values(await readStates(platform))
    expect(states.filter((state) => state === 'sent')).toHaveLength(sink.received.length)
    expect(new Set(states)).toEqual(new Set(['sent', 'queued']))
    const held = platform.db
      .selectFrom('deliveries')
      .select('id')
      .where('leased_by', 'is not', null)
    expect(await held.execute()).toEqual([])

    startWorker(platform)
    await untilFinished(platform, id)
    expect(sink.counts.size).toBe(30)
    expect(Math.max(...sink.counts.values())).toBe(1)
  })

  test('what is still in flight when it must stop is uncertain, not queued', async () => {
    const { platform, sink } = await openAnnounced(dialect, 5, { MAIL_CONNECTIONS: '2' })
    sink.behaveByDefault({ kind: 'stall', at: 'after DATA' })
    const worker = startWorker(platform, { stopWithinMs: 50 })
    await until(() => sink.received.length === 2)
    await worker.stop()
    const states = Object.values(await readStates(platform))
    expect(states.toSorted()).toEqual(['queued', 'queued', 'queued', 'uncertain', 'uncertain'])
    sink.hangUp()
  })
})
