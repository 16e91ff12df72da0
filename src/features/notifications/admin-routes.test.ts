import { describe, expect, onTestFinished, test } from 'vitest'
import {
  addEntry,
  addSubscribers,
  announce,
  readLog,
  readStates,
  untilFinished,
} from '../../../test/support/delivery.ts'
import { addDocument } from '../../../test/support/expected-figures.ts'
import { startNotifications } from '../../../test/support/notifications-server.ts'
import type { DialectName } from '../../platform/database/dialect.ts'

const live = { NOTIFICATIONS_MODE: 'live' }
const testing = { NOTIFICATIONS_TEST_RECIPIENT: 'trial@example.com' }

async function open(dialect: DialectName, environment: Record<string, string>, subscribers = 3) {
  const server = await startNotifications(dialect, environment)
  onTestFinished(server.close)
  await addSubscribers(server.platform.db, subscribers)
  const entryId = await addEntry(server.platform.db, { title: 'Order <b>Granting</b> Motion' })
  return { ...server, entryId, path: `/admin/entries/${entryId}/notifications` }
}

/** What a reader sees of a page. */
const shown = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

describe.each(['sqlite', 'postgres'] as const)('Send Notification on %s', (dialect) => {
  test('the button on Show opens the preview, which sends nothing', async () => {
    const { client, platform, entryId, path } = await open(dialect, live)
    const panel = await client.get(`/test/entry-panel/${entryId}`)
    expect(panel.body).toContain(`action="${path}/new"`)
    expect(shown(panel.body)).toContain('Send Notification')
    const preview = await client.get(`${path}/new`)
    expect(preview.status).toBe(200)
    expect(shown(preview.body)).toContain('Live mode: one message to each of the 3 active')
    expect(shown(preview.body)).toContain('Send to 3 subscribers now')
    expect(preview.body).toContain(`src="${path}/preview.html"`)
    expect(preview.body).toContain('Order &lt;b>Granting&lt;/b> Motion')
    expect(preview.body).not.toContain('name="again"')
    expect(await readLog(platform)).toEqual({})
  })

  test('the preview’s frame shows the real message and may do nothing', async () => {
    const { client, path } = await open(dialect, live)
    const frame = await client.get(`${path}/preview.html`)
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

  test('one press, one notification: live progress, log and CSV tell of it', async () => {
    const { client, platform, worker, entryId, path } = await open(dialect, live)
    await client.get(`${path}/new`)
    const pressed = await client.post(path)
    expect(pressed.status).toBe(303)
    const place = pressed.location ?? ''
    const id = Number(/^\/admin\/notifications\/(\d+)$/.exec(place)?.[1])
    const running = await client.get(place)
    expect(running.body).toContain(`data-live-url="${place}.json?until=attempted"`)
    expect(running.body).toContain('http-equiv="refresh"')
    expect(JSON.parse((await client.get(`${place}.json`)).body)).toMatchObject({
      id,
      total: 3,
      done: 0,
      queued: 3,
      finished: false,
      counts: { queued: 3, sent: 0 },
    })

    const second = await client.post(path)
    expect(second.status).toBe(409)
    expect(shown(second.body)).toContain('is still being sent')

    worker.start()
    await untilFinished(platform, id)
    const finished = await client.get(place)
    expect(finished.body).not.toContain('data-live-url')
    expect(finished.body).not.toContain('http-equiv="refresh"')
    expect(finished.body).toContain('data-count="sent">3<')
    const log = await readLog(platform)
    for (const [recipient, line] of Object.entries(log)) {
      expect(shown(finished.body)).toContain(`${recipient} Sent 1 ${line.server_reply}`)
    }
    const csv = await client.get(`${place}.csv`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [heading, ...lines] = csv.body.split('\r\n')
    expect(heading).toBe('Recipient,State,Attempts,Server reply,Message-ID,Updated at')
    expect(lines.filter(Boolean)).toHaveLength(3)
    expect(lines[0]).toMatch(
      /^reader0@example\.org,sent,1,Written to the outbox folder: .*,<notification-\d+\.delivery-\d+@localhost>,\d\d\/\d\d\/\d{4} \d\d:\d\d$/,
    )

    const third = await client.post(path)
    expect(third.status).toBe(409)
    expect(shown(third.body)).toContain('already sent')
    expect(third.body).toContain('name="again"')
    expect((await client.post(path, { again: '1' })).status).toBe(303)
    expect(shown((await client.get(`/test/entry-panel/${entryId}`)).body)).toContain(
      'to 3 subscribers by clerk@example.com: 3 sent',
    )
    expect(shown((await client.get('/admin/notifications')).body)).toContain('3 subscribers')
  })

  test('without a mail server the message can be opened from the log', async () => {
    const { client, platform, worker, path } = await open(dialect, live, 1)
    const place = (await client.post(path)).location ?? ''
    worker.start()
    await untilFinished(platform, Number(place.split('/').at(-1)))
    const link = /href="(\/admin\/deliveries\/\d+\/message)"/.exec(
      (await client.get(place)).body,
    )?.[1]
    const message = await client.get(link ?? '')
    expect(message.headers.get('content-type')).toBe('message/rfc822')
    expect(message.headers.get('content-disposition')).toMatch(
      /^attachment; filename="?delivery-\d+\.eml/,
    )
    expect(message.body).toContain('To: reader0@example.org')
    expect((await client.get('/admin/deliveries/99/message')).status).toBe(404)
  })

  test('testing mode is said in words, and nothing in the request leaves it', async () => {
    const { client, platform, path } = await open(dialect, testing)
    const preview = await client.get(`${path}/new`)
    expect(shown(preview.body)).toContain('Testing mode: one message to the test recipient')
    expect(shown(preview.body)).toContain('Send the test to trial@example.com')
    const pressed = await client.post(`${path}?mode=live`, {
      mode: 'live',
      recipient: 'reader0@example.org',
      testRecipient: 'reader0@example.org',
    })
    expect(pressed.status).toBe(303)
    expect(await readStates(platform)).toEqual({ 'trial@example.com': 'queued' })
  })

  test('without a test recipient it is refused, and says why', async () => {
    const { client, platform, path } = await open(dialect, {})
    const preview = await client.get(`${path}/new`)
    expect(preview.status).toBe(200)
    expect(shown(preview.body)).toContain('NOTIFICATIONS_TEST_RECIPIENT')
    expect(preview.body).not.toContain(`<form class="form" method="post" action="${path}"`)
    const pressed = await client.post(path)
    expect(pressed.status).toBe(409)
    expect(shown(pressed.body)).toContain('NOTIFICATIONS_TEST_RECIPIENT')
    expect(await readLog(platform)).toEqual({})
  })

  test('programs get the reasons as problem+json', async () => {
    const { client, path } = await open(dialect, {})
    await client.get('/admin/account')
    const refused = await client.post(path, {}, { accept: 'application/json' })
    expect(refused.status).toBe(409)
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'no_test_recipient', status: 409 })
    const unknown = await client.post(
      '/admin/entries/999/notifications',
      {},
      { accept: 'application/json' },
    )
    expect(JSON.parse(unknown.body)).toMatchObject({ code: 'not_found', status: 404 })
  })

  test('without the CSRF token nothing is sent', async () => {
    const { client, platform, path } = await open(dialect, live)
    const refused = await client.post(path, { _csrf: 'forged' })
    expect(refused.status).toBe(403)
    expect(await readLog(platform)).toEqual({})
  })

  test('a retry is chosen by state or by line, and is in the audit log', async () => {
    const { client, platform, path } = await open(dialect, live, 5)
    const place = (await client.post(path)).location ?? ''
    const { db } = platform
    const set = (number: number, state: 'failed' | 'uncertain' | 'sent') =>
      db
        .updateTable('deliveries')
        .set({ state })
        .where('recipient', '=', `reader${number}@example.org`)
        .execute()
    for (const number of [0, 1]) await set(number, 'failed')
    for (const number of [2, 3]) await set(number, 'uncertain')
    await set(4, 'sent')
    await db.updateTable('notifications').set({ finished_at: 1 }).execute()

    const none = await client.post(`${place}/retry`)
    expect(none.status).toBe(422)
    expect(shown(none.body)).toContain('Choose at least one delivery')
    const log = await readLog(platform)
    const ids = [1, 4].map((number) => log[`reader${number}@example.org`]?.id)
    const sentOnly = await client.post(`${place}/retry`, { delivery: String(ids[1]) })
    expect(sentOnly.status).toBe(422)

    expect((await client.post(`${place}/retry`, { delivery: String(ids[0]) })).status).toBe(303)
    expect(Object.values(await readStates(platform))).toEqual([
      'failed',
      'queued',
      'uncertain',
      'uncertain',
      'sent',
    ])
    expect((await client.post(`${place}/retry`, { state: 'uncertain' })).status).toBe(303)
    expect(Object.values(await readStates(platform))).toEqual([
      'failed',
      'queued',
      'queued',
      'queued',
      'sent',
    ])
    const actions = await db.selectFrom('audit_log').select('action').orderBy('id').execute()
    expect(
      actions.map(({ action }) => action).filter((action) => /retried/.test(action)),
    ).toHaveLength(2)
    expect((await client.get(place)).body).toContain('data-live-url')
  })

  test('a retry waits for another notification of the entry', async () => {
    const { client, platform, entryId, path } = await open(dialect, live)
    const place = (await client.post(path)).location ?? ''
    await platform.db.updateTable('deliveries').set({ state: 'failed' }).execute()
    await platform.db.updateTable('notifications').set({ finished_at: 1 }).execute()
    await announce(platform, entryId, true)
    const refused = await client.post(`${place}/retry`, { state: 'failed' })
    expect(refused.status).toBe(409)
    expect(shown(refused.body)).toContain('is still being sent')
  })

  test('the log is found through: by state, by recipient, page by page', async () => {
    const { client, platform, path } = await open(dialect, live, 130)
    const place = (await client.post(path)).location ?? ''
    await platform.db
      .updateTable('deliveries')
      .set({ state: 'failed', server_reply: '550 <script>alert(1)</script>' })
      .where('recipient', '=', 'reader77@example.org')
      .execute()
    const rows = (html: string) => html.match(/reader\d+@example\.org/g)?.length ?? 0
    const first = await client.get(place)
    expect(rows(first.body)).toBe(100)
    expect(rows((await client.get(`${place}?page=2`)).body)).toBe(30)
    const failed = await client.get(`${place}?state=failed`)
    expect(rows(failed.body)).toBe(1)
    expect(failed.body).not.toContain('<script>alert')
    expect(rows((await client.get(`${place}?q=READER12`)).body)).toBe(11)
    for (const odd of [
      '?page=-1',
      '?page=99',
      '?state=nonsense&q=%00%25_',
      `?q=${'x'.repeat(5000)}`,
    ]) {
      expect((await client.get(place + odd)).status).toBe(200)
    }
  })

  test('in testing mode the page of a notification to subscribers says that it is paused', async () => {
    const { client, platform, path } = await open(dialect, testing)
    const place = (await client.post(path)).location ?? ''
    await platform.db.updateTable('notifications').set({ mode: 'live' }).execute()
    const page = await client.get(place)
    expect(shown(page.body)).toContain('Paused: the service is in testing mode')
    expect(page.body).not.toContain('data-live-url')
  })

  test('the last answer of a server in trouble stands on the page', async () => {
    const { client, platform, path } = await open(dialect, live)
    const place = (await client.post(path)).location ?? ''
    await platform.db
      .updateTable('deliveries')
      .set({
        state: 'deferred',
        server_reply: 'Nothing accepts mail at localhost:25',
        next_attempt_at: Date.UTC(2026, 6, 30, 16, 5),
      })
      .execute()
    const { body } = await client.get(place)
    expect(body).toContain(`data-live-url="${place}.json"`)
    const page = shown(body)
    expect(page).toContain('The last answer was: Nothing accepts mail at localhost:25')
    expect(page).toContain('The next attempt is at 07/30/2026 12:05')
    const finished = async (query: string) =>
      JSON.parse((await client.get(`${place}.json${query}`)).body).finished
    expect(await finished('')).toBe(false)
    expect(await finished('?until=attempted')).toBe(true)
  })

  test('the downloads of the 72 hours after are on its page, those of the entry alone', async () => {
    const { client, platform, entryId, path } = await open(dialect, live)
    const other = await addEntry(platform.db, { title: 'Another' })
    const pressed = await client.post(path)
    const { created_at: start } = await platform.db
      .selectFrom('notifications')
      .select('created_at')
      .executeTakeFirstOrThrow()
    const hour = 3_600_000
    await addDocument(platform.db, 1, entryId)
    await addDocument(platform.db, 2, other)
    const moments = [start - 1, start, start + 71 * hour, start + 72 * hour]
    const downloads = moments.map((accessed_at) => ({ document_id: 1, accessed_at }))
    const rows = [...downloads, { document_id: 2, accessed_at: start }]
    const rest = { client_ip: null, user_agent: '', is_robot: 0, source: 'service' } as const
    await platform.db
      .insertInto('document_accesses')
      .values(rows.map((row) => ({ ...row, ...rest })))
      .execute()
    const { body } = await client.get(pressed.location ?? '')
    expect(body).toContain('data-figure="downloads-72-hours">2<')
    expect(shown(body)).toMatch(/in the 72 hours after, robots included \(so far: they end at \d/)
  })

  test('unknown notifications are 404', async () => {
    const { client } = await open(dialect, live)
    for (const path of ['99', '99.json', '99.csv', '99/message.html', 'x', '0']) {
      expect((await client.get(`/admin/notifications/${path}`)).status).toBe(404)
    }
  })
})
