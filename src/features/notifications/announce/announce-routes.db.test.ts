import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addEntry, readLog, readStates } from '../../../../test/support/delivery.ts'
import { LIVE, openNotifications, TESTING } from '../../../../test/support/notifications-server.ts'
import { shownText } from '../../../../test/support/shown-text.ts'
import { csrfIn } from '../../../../test/support/visitor.ts'
import { listAuditLog } from '../../accounts/audit-log/queries.ts'

function ticked(page: string, ...entries: number[]): FormData {
  const form = new FormData()
  form.append('_csrf', csrfIn(page))
  for (const id of entries) form.append('entry', String(id))
  return form
}

describe.each(['sqlite', 'postgres'] as const)('Send Notification on %s', (dialect) => {
  test('one press starts one notification, with live progress, a log, and a CSV file', async () => {
    const { client, platform, entryId, path, finish } = await openNotifications(dialect, LIVE)
    await client.get(`${path}/new`)
    const pressed = await client.post(path)
    expect(pressed.status).toBe(303)
    const place = pressed.location ?? ''
    const id = Number(/^\/admin\/notifications\/(\d+)$/.exec(place)?.[1])
    const running = await client.get(place)
    expect(running.body).toContain(`data-live-url="${place}.json?until=attempted"`)
    expect(running.body).toContain('http-equiv="refresh"')
    const begun = { id, total: 3, done: 0, queued: 3, finished: false, sent: 0 }
    expect(JSON.parse((await client.get(`${place}.json`)).body)).toMatchObject(begun)

    const second = await client.post(path)
    expect(second.status).toBe(409)
    expect(shownText(second.body)).toContain('is still being sent')

    // All have had their attempt and the notification is about to finish: reload soon, not in a minute.
    const all = platform.db.updateTable('deliveries').where('notification_id', '=', id)
    await all.set({ state: 'sent' }).execute()
    expect((await client.get(place)).body).toContain('http-equiv="refresh" content="5"')
    await all.set({ state: 'deferred', next_attempt_at: Date.now() + 3_600_000 }).execute()
    expect((await client.get(place)).body).toContain('http-equiv="refresh" content="60"')
    await all.set({ state: 'queued', next_attempt_at: 0 }).execute()

    await finish(place)
    const finished = await client.get(place)
    expect(finished.body).not.toContain('data-live-url')
    expect(finished.body).not.toContain('http-equiv="refresh"')
    expect(finished.body).toContain('data-count="sent">3<')
    const log = await readLog(platform)
    for (const [recipient, line] of Object.entries(log))
      expect(shownText(finished.body)).toContain(`${recipient} Sent 1 ${line.server_reply}`)
    const csv = await client.get(`${place}.csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [heading, ...lines] = csv.body.split('\r\n')
    expect(heading).toBe('Recipient,State,Attempts,Server reply,Message-ID,Updated at')
    expect(lines.filter(Boolean)).toHaveLength(3)
    expect(await listAuditLog(platform.db, { limit: 1, offset: 0 })).toMatchObject([
      { action: 'notification.exported', subject: `notification-${id}.csv` },
    ])
    expect(lines[0]).toMatch(
      /^"reader0@example\.org","sent",1,"Written to the outbox folder: .*","<notification-\d+\.delivery-\d+@localhost>","\d\d\/\d\d\/\d{4}, \d\d?:\d\d [AP]M"$/,
    )

    const third = await client.post(path)
    expect(third.status).toBe(409)
    expect(shownText(third.body)).toContain('Subscribers were already notified of this entry.')
    expect(third.body).toContain('name="again"')
    expect((await client.post(path, { again: '1' })).status).toBe(303)
    expect(shownText((await client.get(`/admin/entries/${entryId}`)).body)).toContain(
      'to 3 subscribers, by clerk@example.com: 3 sent',
    )
    expect(shownText((await client.get('/admin/notifications')).body)).toContain('3 subscribers')
  })
})

// On SQLite alone: other tests run these queries on both databases.
describe('Send Notification', () => {
  test('the button on Show opens the preview, which sends nothing', async () => {
    const { client, platform, entryId, path } = await openNotifications('sqlite', LIVE)
    const panel = await client.get(`/admin/entries/${entryId}`)
    expect(panel.body).toContain(`action="${path}/new"`)
    expect(shownText(panel.body)).toContain('Send Notification')
    const preview = await client.get(`${path}/new`)
    expect(preview.status).toBe(200)
    expect(shownText(preview.body)).toContain('Live mode: one message to each of the 3 active')
    expect(shownText(preview.body)).toContain('Send to 3 subscribers now')
    expect(preview.body).toContain(`src="/admin/notifications/preview.html?entry=${entryId}"`)
    expect(preview.body).toContain('Order &lt;b>Granting&lt;/b> Motion')
    expect(preview.body).not.toContain('name="again"')
    expect(await readLog(platform)).toEqual({})
  })

  test('a page that was open before the last notification cannot send it again', async () => {
    const { client, path, finish } = await openNotifications('sqlite', LIVE)
    const send = async (fields: Record<string, string>) => {
      const answer = await client.post(path, fields)
      if (answer.status === 303) await finish(answer.location)
      return answer
    }
    expect((await send({ seen: '0' })).status).toBe(303)
    expect((await client.get(`${path}/new`)).body).toContain('name="seen" value="1"')
    const again = { seen: '1', again: '1' }
    expect((await send(again)).status).toBe(303)
    const second = await send(again)
    expect(second.status).toBe(409)
    expect(second.body).toContain('name="seen" value="2"')
    expect((await send({ ...again, seen: '2' })).status).toBe(303)
  })

  test('a page that was open when the mode changed sends nothing, and shows the new recipients', async () => {
    const { client, platform, path } = await openNotifications('sqlite', LIVE)
    expect((await client.get(`${path}/new`)).body).toContain('name="shown_mode" value="live"')
    const refused = await client.post(path, { shown_mode: 'test' })
    expect(refused.status).toBe(409)
    expect(shownText(refused.body)).toContain('mode has changed since this page was opened')
    expect(shownText(refused.body)).toContain('Live mode: one message to each of the 3 active')
    expect(await readLog(platform)).toEqual({})
    expect((await client.post(path, { shown_mode: 'live' })).status).toBe(303)
  })

  test('one message announces several entries; each entry’s page, log, and figures show it', async () => {
    const { client, platform, entryId, finish } = await openNotifications('sqlite', LIVE)
    const brief = { title: 'Brief', number: 912, filed_on: '2026-12-01' }
    const other = await addEntry(platform.db, brief)
    const query = `entry=${entryId}&entry=${other}`
    const preview = await client.get(`/admin/notifications/new?${query}`)
    expect(shownText(preview.body)).toContain('Brief')
    expect(preview.body).toContain(`name="entry" value="${other}"`)
    const frame = await client.get(`/admin/notifications/preview.html?${query}`)
    expect(shownText(frame.body)).toContain('2 new entries were added to the docket')
    const pressed = await client.post('/admin/notifications', ticked(preview.body, entryId, other))
    expect(pressed.status).toBe(303)
    const page = await client.get(pressed.location ?? '')
    for (const entry of [entryId, other]) {
      expect(page.body).toContain(`href="/admin/entries/${entry}"`)
      expect((await client.get(`/admin/entries/${entry}`)).body).toContain('still running')
      expect((await client.post(`/admin/entries/${entry}/notifications`)).status).toBe(409)
    }
    await finish(pressed.location)
    expect(Object.values(await readLog(platform))).toHaveLength(3)
    const { body } = await client.get(pressed.location ?? '')
    expect(body).toContain('Sent to 3 recipients: 3 accepted.')
    const log = await listAuditLog(platform.db, { limit: 9, offset: 0 })
    expect(log.filter(({ action }) => action === 'notification.started')).toHaveLength(2)
    for (const bad of ['', 'entry=999999', 'entry=x'])
      expect((await client.get(`/admin/notifications/new?${bad}`)).status).toBeGreaterThan(399)
  })

  test('nobody else is notified of any of them once one is no longer public (PROMISES 31)', async () => {
    const { client, platform, entryId, finish } = await openNotifications('sqlite', LIVE)
    const other = await addEntry(platform.db, { title: 'Brief', number: 912 })
    const { body } = await client.get(`/admin/notifications/new?entry=${other}`)
    const { location } = await client.post('/admin/notifications', ticked(body, entryId, other))
    await sql`update entries set status = 'draft' where id = ${other}`.execute(platform.db)
    await finish(location)
    expect(Object.values(await readStates(platform))).toEqual(['skipped', 'skipped', 'skipped'])
  })

  test('the preview’s frame shows the real message and may do nothing', async () => {
    const { client, entryId } = await openNotifications('sqlite', LIVE)
    const frame = await client.get(`/admin/notifications/preview.html?entry=${entryId}`)
    expect(frame.status).toBe(200)
    expect(frame.body).toContain('Order &lt;b>Granting&lt;/b> Motion')
    expect(frame.body).toContain('/unsubscribe/…')
    const policy = frame.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*sandbox$/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('unsafe-inline')
    expect(frame.body).not.toContain('style="')
    expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(frame.headers.get('cache-control')).toBe('no-store')
  })

  test('testing mode is stated in words, and nothing in a request can leave it', async () => {
    const { client, platform, path } = await openNotifications('sqlite', TESTING)
    const preview = await client.get(`${path}/new`)
    expect(shownText(preview.body)).toContain('Testing mode: one message to the test recipient')
    expect(shownText(preview.body)).toContain('Send the test to trial@example.com')
    const to = { recipient: 'reader0@example.org', testRecipient: 'reader0@example.org' }
    const pressed = await client.post(`${path}?mode=live`, { mode: 'live', ...to })
    expect(pressed.status).toBe(303)
    expect(await readStates(platform)).toEqual({ 'trial@example.com': 'queued' })
    expect(shownText((await client.get(`${path}/new`)).body)).not.toContain('Subscribers were')
  })

  test('without a test recipient it is refused, and says why', async () => {
    const { client, platform, path } = await openNotifications('sqlite', {})
    const preview = await client.get(`${path}/new`)
    expect(preview.status).toBe(200)
    expect(shownText(preview.body)).toContain('NOTIFICATIONS_TEST_RECIPIENT')
    expect(preview.body).not.toContain(`<form class="form" method="post" action="${path}"`)
    const pressed = await client.post(path)
    expect(pressed.status).toBe(409)
    expect(shownText(pressed.body)).toContain('NOTIFICATIONS_TEST_RECIPIENT')
    expect(await readLog(platform)).toEqual({})
  })
})
