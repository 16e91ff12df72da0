import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findPause } from '../../src/features/notifications/deliver/worker-queries.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import {
  openAnnounced,
  openHalfway,
  readLog,
  readStates,
  startWorker,
  until,
  untilFinished,
} from '../support/delivery.ts'
import { sinkWith } from '../support/smtp-mailing.ts'

describe.each(['sqlite', 'postgres'] as const)('a delivery worker on %s', (dialect) => {
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
    const held = platform.db.selectFrom('deliveries').where('leased_by', 'is not', null)
    expect(await held.select('id').execute()).toEqual([])

    startWorker(platform)
    await untilFinished(platform, id)
    expect(sink.counts.size).toBe(30)
    expect(Math.max(...sink.counts.values())).toBe(1)
  })

  test('what is still in flight when it must stop is uncertain, not queued', async () => {
    const environment = { MAIL_CONNECTIONS: '2', SHUTDOWN_SECONDS: '0' }
    const { platform, sink } = await openAnnounced(dialect, 5, environment)
    sink.behaveByDefault({ kind: 'stall', at: 'after DATA' })
    const worker = startWorker(platform)
    await until(() => sink.received.length === 2)
    await worker.stop()
    const states = Object.values(await readStates(platform))
    expect(states.toSorted()).toEqual(['queued', 'queued', 'queued', 'uncertain', 'uncertain'])
    sink.hangUp()
  })

  test('a server that is down costs few attempts, and nothing is lost', async () => {
    const { platform, sink, id } = await openAnnounced(dialect, 60, { MAIL_CONNECTIONS: '5' })
    await sink.close()
    startWorker(platform)
    const pause = await until(() => findPause(platform.db))
    expect(pause.reply).toContain('connection refused')
    await until(async () => {
      const tried = Object.values(await readLog(platform)).filter(({ attempts }) => attempts > 0)
      expect(tried.length).toBeLessThan(20)
      return tried.reduce((sum, { attempts }) => sum + attempts, 0) > 8
    })
    const states = new Set(Object.values(await readStates(platform)))
    const unexpected = [...states].filter((state) => !/^(queued|sending|deferred)$/.test(state))
    expect(unexpected).toEqual([])
    const back = await sinkWith({ port: sink.port })
    await untilFinished(platform, id)
    expect(back.counts.size).toBe(60)
    expect(Math.max(...back.counts.values())).toBe(1)
    expect(await findPause(platform.db)).toBeUndefined()
  })
})

test('losing the database repeatedly while sending loses and duplicates no message', async () => {
  const { platform, sink, id } = await openAnnounced('postgres', 80)
  const killer = await connectDatabase(platform.config.databaseUrl)
  onTestFinished(() => killer.destroy())
  const loseDatabase = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  startWorker(platform)
  for (const count of [10, 30, 50]) {
    await until(() => sink.received.length >= count)
    // Right after a loss the worker may not have connected again.
    await until(async () => (await loseDatabase.execute(killer)).rows.length > 0)
  }
  await untilFinished({ db: killer }, id)
  expect(sink.counts.size).toBe(80)
  expect(Math.max(...sink.counts.values())).toBe(1)
  expect(new Set(Object.values(await readStates({ db: killer })))).toEqual(new Set(['sent']))
})
