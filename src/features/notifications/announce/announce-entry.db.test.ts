import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  addEntry,
  addSubscribers,
  announce,
  clerk,
  openSecondProcess,
  readLog,
  unsubscribe,
} from '../../../../test/support/delivery.ts'
import { newPlatform } from '../../../../test/support/test-platform.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import { removeSubscriber, testToken } from '../../subscriptions/unsubscribe.ts'
import { queueMail } from './announce-entry.ts'

const running = { status: 409, code: 'already_running' }

/** With subscribers, and an entry to announce. */
async function open(
  dialect: DialectName,
  subscribers: number,
  environment: Record<string, string> = { NOTIFICATIONS_MODE: 'live' },
) {
  const platform = await newPlatform(dialect, environment)
  const emails = await addSubscribers(platform.db, subscribers)
  return { platform, emails, entryId: await addEntry(platform.db) }
}

describe.each(['sqlite', 'postgres'] as const)('announcing an entry on %s', (dialect) => {
  test('a subscriber removed while the deliveries are being queued leaves no address', async () => {
    const { platform } = await open(dialect, 2)
    const { db } = platform
    let removal = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await queueMail(trx, platform, { entries: [], by: clerk, at: 1 })
      removal = removeSubscriber(platform, 1, clerk)
      await sleep(200)
    })
    await removal
    const recipients = Object.keys(await readLog(platform))
    expect(recipients).toEqual(['removed subscriber 1', 'reader1@example.org'])
  })

  test('queues every active subscriber and nobody else, with the message as it is now', async () => {
    const { platform, emails, entryId } = await open(dialect, 5)
    const { db } = platform
    const [gone = '', ...active] = emails
    await unsubscribe(platform, gone)
    const id = await announce(platform, entryId)
    await db.updateTable('entries').set({ title: 'Another title' }).execute()

    const log = await readLog(platform)
    expect(Object.keys(log)).toEqual(active)
    const queued = { notification_id: id, state: 'queued', attempts: 0 }
    for (const email of active)
      expect(log[email]).toMatchObject({ ...queued, token: `token-of-${email}` })
    const notification = await db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow()
    const begun = { created_by: 'clerk@example.com', finished_at: null }
    expect(notification).toMatchObject({ id, mode: 'live', recipient_count: 4, ...begun })
    for (const part of ['subject', 'html', 'text'] as const)
      expect(notification[part]).toContain('Order Granting Motion')
    const by = { actor: clerk.administrator.email, client_ip: clerk.clientIp }
    const event = { action: 'notification.started', subject: `entry ${entryId}`, ...by }
    const audited = await db.selectFrom('audit_log').selectAll().execute()
    expect(audited).toMatchObject([{ ...event, details: expect.stringContaining('4 subscribers') }])
  })

  test.each([
    ['unknown', undefined, 'not_found'],
    ['a draft', { status: 'draft' }, 'entry_draft'],
    ['deleted', { deleted_at: 1 }, 'entry_deleted'],
  ] as const)('refuses an entry that is %s, and queues nothing', async (_, change, code) => {
    const { platform } = await open(dialect, 1)
    const entryId = change ? await addEntry(platform.db, change) : 99
    await expect(announce(platform, entryId)).rejects.toMatchObject({ code })
    expect(await readLog(platform)).toEqual({})
    expect(await platform.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })

  test('refuses when nobody is subscribed', async () => {
    const { platform, entryId } = await open(dialect, 0)
    const refused = { status: 409, code: 'no_recipients' }
    await expect(announce(platform, entryId)).rejects.toMatchObject(refused)
  })

  test('is refused while one is running, even to be sent again', async () => {
    const { platform, entryId } = await open(dialect, 1)
    await announce(platform, entryId)
    for (const again of [false, true])
      await expect(announce(platform, entryId, again)).rejects.toMatchObject(running)
    await announce(platform, await addEntry(platform.db))
  })

  test('after a test, the first notification to the subscribers is still a first one', async () => {
    const { platform, entryId } = await open(dialect, 1)
    await announce(platform, entryId)
    const set = (mode: 'test' | 'live') =>
      platform.db.updateTable('notifications').set({ mode, finished_at: 1 }).execute()
    await set('test')
    await announce(platform, entryId)
    await set('live')
    await expect(announce(platform, entryId)).rejects.toMatchObject({ code: 'already_notified' })
  })

  test('of many presses at once, one counts', async () => {
    const { platform, entryId } = await open(dialect, 20)
    // Separate processes: SQLite connections within one process would just wait for each other.
    const other = () => openSecondProcess(platform)
    const others = await Promise.all(dialect === 'postgres' ? [other(), other(), other()] : [])
    const places = [platform, ...others]
    const presses = [...places, ...places, ...places].map((place) => announce(place, entryId))
    const outcomes = await Promise.allSettled(presses)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(running)
    }
    expect(Object.keys(await readLog(platform))).toHaveLength(20)
  })

  test.each([
    ['clerk@example.com', 'of nobody', testToken],
    ['Reader0@Example.org', 'of the subscription', () => 'token-of-reader0@example.org'],
  ])(
    'in testing mode queues the test recipient %s alone, with the link %s',
    async (recipient, _, tokenOf) => {
      const environment = { NOTIFICATIONS_TEST_RECIPIENT: recipient }
      const { platform, entryId } = await open(dialect, 5, environment)
      const id = await announce(platform, entryId)
      const token = tokenOf(platform.secretKey)
      expect(Object.values(await readLog(platform))).toMatchObject([{ recipient, token }])
      const notification = await platform.db.selectFrom('notifications').selectAll().execute()
      expect(notification).toMatchObject([{ id, mode: 'test', recipient_count: 1 }])
    },
  )
})
