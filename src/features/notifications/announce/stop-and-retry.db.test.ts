import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  announce,
  clerk,
  readLog,
  readStates,
  unsubscribe,
  untilFinished,
} from '../../../../test/support/delivery.ts'
import { LIVE, openNotifications } from '../../../../test/support/notifications-server.ts'
import { shownText } from '../../../../test/support/shown-text.ts'
import type { DialectName } from '../../../platform/database/dialect.ts'
import type { DeliveryState } from '../../../platform/database/schema.ts'
import { findNotification, markStopped } from '../delivery-queries.ts'
import { retryDeliveries } from './stop-and-retry.ts'

/** A notification whose deliveries to reader0, reader1, and so on are in these states; `pageUrl` is its page. */
async function openInStates(dialect: DialectName, initial: DeliveryState[]) {
  const server = await openNotifications(dialect, LIVE, initial.length)
  const { client, platform } = server
  const pageUrl = (await client.post(server.path)).location ?? ''
  const id = Number(pageUrl.split('/').at(-1))
  const deliveries = platform.db.updateTable('deliveries')
  for (const [number, state] of initial.entries())
    await deliveries.set({ state }).where('recipient', '=', `reader${number}@example.org`).execute()
  return {
    ...server,
    pageUrl,
    id,
    set: (change: { state: DeliveryState; server_reply?: string }) =>
      deliveries.set(change).execute(),
    finish: () => platform.db.updateTable('notifications').set({ finished_at: 1 }).execute(),
    stop: () => client.post(`${pageUrl}/stop`),
    retry: (fields: Record<string, string> = {}) => client.post(`${pageUrl}/retry`, fields),
    end: () => server.finish(pageUrl),
    states: async () => Object.values(await readStates(platform)),
  }
}

const HALF_SENT: DeliveryState[] = ['sent', 'sent', 'uncertain', 'queued', 'queued']
const UNCERTAIN: DeliveryState[] = ['uncertain', 'uncertain']
const FAILED: DeliveryState[] = ['failed', 'failed', 'uncertain', 'uncertain', 'sent']
const REACH = '2 recipients have the message, 1 more may have it, and 2 will not get it'

describe.each(['sqlite', 'postgres'] as const)('the Stop button on %s', (dialect) => {
  test('asks once, saying how many have it and how many will not; then it ends', async () => {
    const server = await openInStates(dialect, HALF_SENT)
    const { client, platform, pageUrl, id, states, stop, end } = server
    expect((await client.get(pageUrl)).body).toContain(`href="${pageUrl}/stop"`)
    const stopPage = await client.get(`${pageUrl}/stop`)
    expect(stopPage.status).toBe(200)
    expect(shownText(stopPage.body)).toContain(REACH)
    expect(stopPage.body).toContain(`method="post" action="${pageUrl}/stop"`)
    expect(await states()).not.toContain('skipped')

    const stopped = await stop()
    expect([stopped.status, stopped.location]).toEqual([303, pageUrl])
    expect(shownText((await client.get(pageUrl)).body)).toContain('The notification was stopped.')
    expect((await stop()).status).toBe(303)
    expect((await client.get(`${pageUrl}/stop`)).status).toBe(303)

    await end()
    const page = await client.get(pageUrl)
    expect(page.body).not.toContain(`href="${pageUrl}/stop"`)
    expect(shownText(page.body)).toContain('Skipped 0 Stopped by an administrator')
    expect(shownText(page.body)).toContain('Stopped by an administrator. Sent to 3 recipients: ')
    expect(page.body).toContain('data-count="skipped">2<')
    const csv = await client.get(`${pageUrl}.csv`)
    expect(csv.body).toContain('"skipped",0,"Stopped by an administrator"')
    expect(shownText((await client.get('/admin/notifications')).body)).toContain('Stopped')
    const log = await platform.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    expect(log.filter(({ action }) => action === 'notification.stopped')).toMatchObject([
      { actor: 'clerk@example.com', details: `notification ${id}: ${REACH}` },
    ])
  })
})

describe.each(['sqlite', 'postgres'] as const)('sending deliveries again on %s', (dialect) => {
  test('a retry is chosen by state or by line, and is in the audit log', async () => {
    const { client, platform, pageUrl, finish, retry, states } = await openInStates(dialect, FAILED)
    await finish()
    const none = await retry()
    expect(none.status).toBe(422)
    expect(shownText(none.body)).toContain('Select at least one failed or uncertain delivery')
    const log = await readLog(platform)
    const [one, sent] = [1, 4].map((number) => String(log[`reader${number}@example.org`]?.id))
    expect((await retry({ delivery: sent ?? '' })).status).toBe(422)

    expect((await retry({ delivery: one ?? '' })).status).toBe(303)
    expect(await states()).toEqual(['failed', 'queued', 'uncertain', 'uncertain', 'sent'])
    expect((await retry({ state: 'uncertain' })).status).toBe(303)
    expect(await states()).toEqual(['failed', 'queued', 'queued', 'queued', 'sent'])
    const actions = await platform.db.selectFrom('audit_log').select('action').execute()
    expect(actions.filter(({ action }) => action === 'notification.retried')).toHaveLength(2)
    expect((await client.get(pageUrl)).body).toContain('data-live-url')
  })

  test('the time that is left is that of the retry, not of the days since the first message', async () => {
    const states: DeliveryState[] = ['sent', 'sent', 'failed', 'failed', 'failed']
    const { client, platform, pageUrl, finish, retry } = await openInStates(dialect, states)
    const { db } = platform
    await finish()
    const yesterday = Date.now() - 86_400_000
    await db.updateTable('notifications').set({ created_at: yesterday }).execute()
    await db.updateTable('deliveries').set({ updated_at: yesterday }).execute()
    await retry({ state: 'failed' })
    const left = async () => JSON.parse((await client.get(`${pageUrl}.json`)).body).left
    expect(await left()).toBe('')
    const again = db.updateTable('deliveries').where('recipient', '=', 'reader2@example.org')
    await again.set({ state: 'sent', updated_at: Date.now() }).execute()
    expect(await left()).toBe(', less than a minute left')
  })

  test('a retry leaves the lines of those who have unsubscribed as they are', async () => {
    const { platform, set, finish, retry, states } = await openInStates(dialect, UNCERTAIN)
    await finish()
    await unsubscribe(platform, 'reader0@example.org')
    expect((await retry({ state: 'uncertain' })).status).toBe(303)
    expect(await states()).toEqual(['uncertain', 'queued'])
    await unsubscribe(platform, 'reader1@example.org')
    await set({ state: 'uncertain' })
    const nobody = await retry({ state: 'uncertain' })
    expect(nobody.status).toBe(422)
    expect(shownText(nobody.body)).toContain('to someone who is still subscribed')
  })

  test('a retry waits for another notification of the entry', async () => {
    const { platform, entryId, finish, retry } = await openInStates(dialect, ['failed'])
    await finish()
    await announce(platform, entryId, true)
    const refused = await retry({ state: 'failed' })
    expect(refused.status).toBe(409)
    expect(shownText(refused.body)).toContain('is still being sent')
  })

  test('a retry at the same moment as the Stop button does not undo it', async () => {
    const { platform, id, states } = await openInStates(dialect, ['failed', 'queued'])
    const retry = { notificationId: id, states: ['failed' as const], ids: [], by: clerk }
    const refused = await platform.db.transaction().execute(async (trx) => {
      await markStopped(trx, id, 1)
      const retried = retryDeliveries(platform, retry)
      const refused = expect(retried).rejects.toMatchObject({ code: 'already_running' })
      await sleep(200)
      return () => refused
    })
    await refused()
    expect((await findNotification(platform.db, id))?.stopped_at).toBe(1)
    expect(await states()).toEqual(['failed', 'queued'])
  })

  const reply = 'The mail server stopped answering after the message was handed over'

  test.each([
    ['by the Stop button', 'Stopped by an administrator'],
    ['because they left', 'Unsubscribed before the message was sent'],
  ])(
    'after a retry is cancelled %s, the log still says that the message may have arrived',
    async (_, reason) => {
      const { platform, set, finish, retry, stop, end } = await openInStates(dialect, HALF_SENT)
      await set({ state: 'uncertain', server_reply: reply })
      await finish()
      expect((await retry({ state: 'uncertain' })).status).toBe(303)
      if (reason.startsWith('Stopped')) await stop()
      else await unsubscribe(platform, ...Object.keys(await readLog(platform)))
      await end()
      for (const { server_reply } of Object.values(await readLog(platform)))
        expect(server_reply).toBe(`${reason}; before: ${reply}`)
    },
  )
})

describe('the Stop button', () => {
  test('does not stop a notification that has ended', async () => {
    const { finish, stop } = await openInStates('sqlite', HALF_SENT)
    await finish()
    expect((await stop()).status).toBe(409)
  })

  test('afterward, one uncertain delivery can be sent again while the entry is public', async () => {
    const { platform, id, stop, end, ...sending } = await openInStates('sqlite', HALF_SENT)
    const retry = async () => (await sending.retry({ state: 'uncertain' })).status
    const setStatus = (status: 'draft' | 'published') =>
      platform.db.updateTable('entries').set({ status }).execute()
    await stop()
    expect(await retry()).toBe(409)
    await end()
    await setStatus('draft')
    expect(await retry()).toBe(409)
    await setStatus('published')
    expect(await retry()).toBe(303)
    await untilFinished(platform, id)
    expect(await sending.states()).toEqual(['sent', 'sent', 'sent', 'skipped', 'skipped'])
  })
})
