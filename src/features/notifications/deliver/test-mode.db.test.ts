import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addEntry,
  addSubscribers,
  announce,
  clerk,
  openAnnounced,
  openDeliveryFixture,
  startWorker,
  until,
} from '../../../../test/support/delivery.ts'
import { loadConfig } from '../../../config.ts'
import type { Mailer, MailMessage } from '../../../platform/mail/mail.ts'
import { retryDeliveries } from '../announce/stop-and-retry.ts'
import { countStates } from '../queries.ts'
import { RETRIABLE_STATES } from '../rules.ts'
import { createDeliver } from './deliver.ts'
import { findPause } from './worker-queries.ts'

const recipient = 'clerk@example.com'
const testing = { NOTIFICATIONS_MODE: 'test', NOTIFICATIONS_TEST_RECIPIENT: recipient }

/* PROMISES 21: no matter what is in the tables or requested, only the test recipient gets a message. */

describe.each(['sqlite', 'postgres'] as const)('testing mode on %s', (dialect) => {
  test('what was queued for subscribers stays queued, and goes out in live mode', async () => {
    const { platform, sink, ...live } = await openAnnounced(dialect, 5)
    const inTesting = { ...platform, config: loadConfig({ ...testing, DATA_DIR: '/nowhere' }) }
    const trial = await announce(inTesting, await addEntry(platform.db))
    const worker = startWorker(inTesting)
    await live.untilFinished(trial)
    await worker.stop()
    expect([...sink.counts]).toEqual([[recipient, 1]])
    const { [recipient]: tested, ...readers } = await live.readStates()
    expect(tested).toBe('sent')
    expect(new Set(Object.values(readers))).toEqual(new Set(['queued']))

    live.startWorker()
    await live.untilFinished()
    expect(sink.counts.size).toBe(6)
  })

  test('what waits longer than two days is not given up when tests do not get through', async () => {
    const { platform, sink, id } = await openAnnounced(dialect, 5)
    await platform.db.updateTable('deliveries').set({ created_at: 1 }).execute()
    const inTesting = { ...platform, config: loadConfig({ ...testing, DATA_DIR: '/nowhere' }) }
    await announce(inTesting, await addEntry(platform.db))
    sink.behaveByDefault({ kind: 'refuse', at: 'MAIL', reply: '421 4.3.2 Shutting down' })
    const worker = startWorker(inTesting)
    await until(() => findPause(platform.db))
    await sleep(200)
    await worker.stop()
    expect(await countStates(platform.db, id)).toMatchObject({ queued: 5, failed: 0 })
  })

  test('a retry of deliveries to subscribers is refused', async () => {
    const { platform, id, readStates } = await openAnnounced(dialect, 2)
    await platform.db.updateTable('deliveries').set({ state: 'failed' }).execute()
    const inTesting = { ...platform, config: loadConfig(testing) }
    const retry = { notificationId: id, states: [...RETRIABLE_STATES], ids: [], by: clerk }
    await expect(retryDeliveries(inTesting, retry)).rejects.toMatchObject({ code: 'testing_mode' })
    expect(new Set(Object.values(await readStates()))).toEqual(new Set(['failed']))
  })

  test('a test to a former test recipient ends unsent', async () => {
    const former = { ...testing, NOTIFICATIONS_TEST_RECIPIENT: 'former@example.com' }
    const { platform, sink, ...fixture } = await openDeliveryFixture(dialect, former)
    const id = await fixture.announce()
    startWorker({ ...platform, config: loadConfig(testing) })
    await fixture.untilFinished(id)
    expect(await fixture.readStates()).toEqual({ 'former@example.com': 'failed' })
    expect(sink.received).toEqual([])
  })

  test('rows that nobody should have written reach nobody', async () => {
    const { platform, sink, ...fixture } = await openDeliveryFixture(dialect, testing)
    const { db } = platform
    await addSubscribers(db, 3)
    const first = await fixture.announce()
    const { id: _, ...row } = await db
      .selectFrom('deliveries')
      .selectAll()
      .executeTakeFirstOrThrow()
    const address = fc.oneof(
      fc.emailAddress(),
      fc.constantFrom(
        ...[` ${recipient}`, `${recipient},reader0@example.org`, recipient.toUpperCase()],
        ...[`${recipient}\r\nRCPT TO:<reader0@example.org>`, `reader0@example.org`],
        `"${recipient}" <reader0@example.org>`,
      ),
    )
    const state = fc.constantFrom('queued', 'deferred', 'failed', 'uncertain')
    const of = { recipient: address, subscription_id: fc.constantFrom(null, 1, 2) }
    const rows = fc.record({ ...of, state, attempts: fc.nat(5) })
    for (const change of fc.sample(rows, 60)) {
      if (change.recipient === recipient) continue
      const insert = db.insertInto('deliveries').values({ ...row, ...change } as typeof row)
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
    }
    const worker = fixture.startWorker()
    await until(() => sink.counts.get(recipient) === 1)
    const retry = { notificationId: first, states: [...RETRIABLE_STATES], ids: [], by: clerk }
    await retryDeliveries(platform, retry)
    worker.wake()
    await fixture.untilFinished(first)
    await worker.stop()
    expect([...sink.counts]).toEqual([[recipient, 1]])
    expect(sink.received.map(({ to }) => to)).toEqual([[recipient]])
  })
})

test('the last check comes right before the mailer, whatever was taken', async () => {
  const { platform, ...fixture } = await openDeliveryFixture('sqlite', testing)
  const handed: MailMessage[] = []
  const id = await fixture.announce()
  const mailer: Mailer = {
    ...platform.mailer,
    send: async (message) => {
      handed.push(message)
      return { outcome: 'sent', reply: '250 Ok', concerns: 'message' }
    },
  }
  const deliver = createDeliver({ ...platform, mailer })
  const message = { notification_id: id, message_id: '<7@test>', token: 'token' }
  const delivery = { id: 7, ...message, attempts: 1, created_at: Date.now() }
  const states: string[] = []
  for (const to of ['reader@example.org', recipient, `${recipient} `])
    states.push((await deliver({ ...delivery, recipient: to })).ended.state)
  expect(handed.map(({ to }) => to)).toEqual([recipient])
  expect(states).toEqual(['deferred', 'sent', 'deferred'])
})
