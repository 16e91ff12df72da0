import { describe, expect, test } from 'vitest'
import { readLog } from '../../../../test/support/delivery.ts'
import { LIVE, openNotifications, TESTING } from '../../../../test/support/notifications-server.ts'
import { shownText } from '../../../../test/support/shown-text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listAuditLog } from '../../accounts/audit-log/queries.ts'

const CLOSING = '/admin/notifications/closing'

const close = ({ db }: Platform) =>
  db.updateTable('case_settings').set({ closed_on: '2026-11-20' }).execute()

describe.each(['sqlite', 'postgres'] as const)('the closing notice on %s', (dialect) => {
  test('is refused while the case is open', async () => {
    const { client, platform } = await openNotifications(dialect, LIVE)
    expect(shownText((await client.get(CLOSING)).body)).toContain('The case is not closed.')
    const message = shownText((await client.get(`${CLOSING}.html`)).body)
    expect(message).toContain('This docket was closed. Nothing more')
    expect((await client.post(CLOSING)).status).toBe(409)
    expect(await readLog(platform)).toEqual({})
  })

  test('shows the message first, then sends it once to every active subscriber', async () => {
    const { client, platform, finish } = await openNotifications(dialect, LIVE)
    await close(platform)
    const preview = await client.get(CLOSING)
    expect(shownText(preview.body)).toContain('Send to 3 subscribers now')
    const message = shownText((await client.get(`${CLOSING}.html`)).body)
    expect(message).toContain('This docket was closed on 11/20/2026.')
    expect(await readLog(platform)).toEqual({})

    const pressed = await client.post(CLOSING)
    expect(pressed.status).toBe(303)
    expect((await client.post(CLOSING)).status).toBe(409)
    await finish(pressed.location)
    expect(Object.values(await readLog(platform))).toHaveLength(3)
    const sent = shownText((await client.get(pressed.location ?? '')).body)
    expect(sent).toContain('Docket closed')
    expect(sent).toContain('Sent to 3 recipients: 3 accepted.')
    const again = await client.post(CLOSING)
    expect(again.status).toBe(409)
    const warning = 'Subscribers were already notified that the case is closed.'
    expect(shownText(again.body)).toContain(warning)
    const log = await listAuditLog(platform.db, { limit: 20, offset: 0 })
    expect(log.filter(({ details }) => details.endsWith('the case is closed'))).toHaveLength(1)
  })

  test('is sent again after it was stopped', async () => {
    const { client, platform, finish } = await openNotifications(dialect, LIVE)
    await close(platform)
    const stopped = (await client.post(CLOSING)).location ?? ''
    await client.post(`${stopped}/stop`)
    await finish(stopped)
    expect(shownText((await client.get(CLOSING)).body)).toContain(
      'No one received the notification about the closing.',
    )
    expect((await client.post(CLOSING)).status).toBe(303)
    expect((await client.post(CLOSING)).status).toBe(409)
  })

  test('goes to the test recipient alone in testing mode, again and again, one at a time', async () => {
    const { client, platform, worker, finish } = await openNotifications(dialect, TESTING)
    const { db } = platform
    await close(platform)
    const first = (await client.post(CLOSING)).location ?? ''
    await finish(first)
    await worker.stop()
    expect(Object.keys(await readLog(platform))).toEqual(['trial@example.com'])
    expect(shownText((await client.get(CLOSING)).body)).toContain('Send the test to')
    await db.updateTable('deliveries').set({ state: 'failed' }).execute()

    const second = await client.post(CLOSING)
    expect(second.status).toBe(303)
    const retry = async () => (await client.post(`${first}/retry`, { state: 'failed' })).status
    expect(await retry()).toBe(409)
    await client.post(`${second.location}/stop`)
    await db.updateTable('notifications').set({ finished_at: 1 }).execute()
    expect(await retry()).toBe(303)

    const log = await listAuditLog(db, { limit: 20, offset: 0 })
    const settings = log.filter(({ subject }) => subject === 'case settings')
    expect(settings.map(({ action }) => action)).toEqual(
      ['retried', 'stopped', 'started', 'started'].map((done) => `notification.${done}`),
    )
  })
})
