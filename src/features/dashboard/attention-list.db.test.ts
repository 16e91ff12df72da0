import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { at, eachAccessServer, figure, rowsOf } from '../../../test/support/access-pages.ts'
import { addNotification } from '../../../test/support/add-notification.ts'
import { documentRow, entryRow } from '../../../test/support/rows.ts'
import { shownText } from '../../../test/support/shown-text.ts'
import type { Delivery } from '../../platform/database/schema.ts'
import { COMMAND_LINE, recordAudit } from '../accounts/audit-log/queries.ts'
import { insertEntry } from '../docket/entries/queries.ts'
import { insertFiling } from '../filings/queries.ts'
import { markMailbox } from '../notifications/bounces/queries.ts'

eachAccessServer('the dashboard’s attention list', ({ server, openAt }) => {
  const db = () => server.platform.db
  const now = Date.UTC(2026, 10, 21, 17)

  beforeEach(async () => {
    const filled = ['findings', 'filing_documents', 'filings', 'deliveries'] as const
    const others = ['notification_entries', 'notifications', 'subscriptions', 'audit_log'] as const
    for (const table of [...filled, ...others]) await db().deleteFrom(table).execute()
    await db().deleteFrom('entries').where('id', '>', 3).execute()
    await db().updateTable('entries').set({ published_at: now, status: 'published' }).execute()
    await db().updateTable('entries').set({ source_key: sql`cast(id as varchar(9))` }).execute()
  })

  const dashboard = async () => shownText(await openAt('/admin', '', 200))
  const listed = async (query: string) =>
    rowsOf(await openAt('/admin/entries', query, 200)).map(([, , , title]) => title)

  const notify = (entry_id: number, change: object = {}) =>
    addNotification(db(), entry_id, { created_at: now, finished_at: now, ...change })

  async function fail(notification_id: number, count: number, change: Partial<Delivery> = {}) {
    for (let number = 0; number < count; number += 1) {
      const row = { notification_id, recipient: `a${number}@example.com`, token: '', attempts: 1 }
      const rest = { server_reply: '550', message_id: '', next_attempt_at: 0, ...change }
      await db()
        .insertInto('deliveries')
        .values({ state: 'failed', ...row, ...rest, created_at: 1, updated_at: 1 })
        .execute()
    }
  }

  const find = (document_id: number, decided_at: number | null = null) =>
    db()
      .insertInto('findings')
      .values({ document_id, kind: 'identifier', text: 'xxx-xx-1234', found_at: 1, decided_at })
      .execute()

  test('the dashboard is an HTML page, and says when nothing needs attention', async () => {
    expect(await dashboard()).toContain('Nothing needs your attention.')
    const { headers } = await server.client.get('/admin')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('it says that returned mail cannot be read, and counts the last day’s complaints', async () => {
    await markMailbox(db(), 'The mailbox cannot be read: no route', now)
    const event = { ...COMMAND_LINE, action: 'subscriber.complained', subject: 'Subscriber 1' }
    await recordAudit(db(), { ...event, at: now })
    await recordAudit(db(), { ...event, at: now - 25 * 3_600_000 })
    const text = await dashboard()
    expect(text).toContain('Returned mail has not been read')
    expect(text).toContain('The mailbox cannot be read: no route')
    expect(text).toContain('1 subscriber reported a notification as spam')
    await markMailbox(db(), '', now)
    expect(await dashboard()).not.toContain('Returned mail')
  })

  test('it has drafts, open findings, and open filings, each with a list of only those', async () => {
    await db().updateTable('entries').set({ status: 'draft' }).where('id', '=', 2).execute()
    await find(1)
    await find(1)
    await find(3, 5)
    const times = { created_at: now, updated_at: now }
    const begun = { created_by: 'clerk@example.com', docket_text: '', ...times }
    const { id } = await insertFiling(db(), begun)
    await insertFiling(db(), { ...begun, closed_at: now })
    const body = await openAt('/admin', '', 200)
    expect(body.indexOf('Needs your attention')).toBeLessThan(body.indexOf('downloads-60-days'))
    expect(body).toContain('<a href="/admin/entries?status=draft">1 draft</a>')
    const link = '<a href="/admin/entries?status=findings">1 entry with open findings</a>'
    expect(body).toContain(link)
    expect(body).toContain(`<a href="/admin/filings/${id}">Continue filing documents</a>`)
    expect(shownText(body)).toContain('started 11/21/2026, 12:00 PM by clerk@example.com')
    expect(body.match(/Continue filing/g)).toHaveLength(1)
    expect(await listed('status=draft')).toEqual(['Order 2'])
    expect(await listed('status=findings')).toEqual(['Order 1'])
    expect(figure(body, 'downloads-60-days')).toBe('0')
  })

  test('entries are not unannounced if no one could be notified', async () => {
    await insertEntry(db(), entryRow({ id: 4, published_at: now }))
    expect(await listed('status=unannounced')).toHaveLength(1)
    expect(await dashboard()).toContain('Nothing needs your attention.')
  })

  test('it has this week’s failed deliveries, and the state of the last notification', async () => {
    const old = await notify(1, { created_at: now - 8 * 86_400_000, mode: 'test' })
    await fail(old, 1)
    const last = await notify(2)
    await fail(last, 2)
    const body = await openAt('/admin', '', 200)
    expect(body).toContain(`<a href="/admin/notifications/${last}">2 failed deliveries</a>`)
    expect(body).not.toContain(`/admin/notifications/${old}">1 failed delivery<`)
    expect(shownText(body)).toContain(
      'Last notification: 11/21/2026, 12:00 PM, to 2 subscribers, by clerk@example.com: 2 failed',
    )
  })

  test('one sentence says that many messages came back because of the sender', async () => {
    const server_reply = 'Returned (5.7.1): 554 5.7.1 blocked using zen.spamhaus.org'
    const returned = { state: 'bounced', bounce_cause: 'sender', server_reply } as const
    await fail(await notify(1, { created_at: now - 8 * 86_400_000 }), 5, returned)
    await fail(await notify(1), 3, { ...returned, bounce_cause: 'passing' })
    await fail(await notify(1), 2, returned)
    expect(await dashboard()).not.toContain('came back')
    const id = await notify(2)
    await fail(id, 3, returned)
    expect(await dashboard()).toContain(
      `3 messages came back because of this site’s mail server or domain and not because of the recipients, who stay subscribed. ${server_reply}`,
    )
    expect(await openAt('/admin', '', 200)).toContain(`/admin/notifications/${id}`)
  })

  test('an entry’s readers are counted over all its documents, each visitor once', async () => {
    await db()
      .insertInto('documents')
      .values(documentRow({ id: 9, entry_id: 1, attachment_number: 1, deleted_at: 5 }))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await notify(1, { created_at: at('2026-08-01T00:00'), mode: 'test' })
    const visit = { accessed_at: at('2026-07-31T10:00'), client_ip: '192.0.2.1' }
    await server.record([
      visit,
      { ...visit, document_id: 9 },
      { ...visit, accessed_at: at('2026-08-02T10:00'), document_id: 9, client_ip: '192.0.2.7' },
      { ...visit, accessed_at: at('2026-08-03T10:00'), is_robot: 1, client_ip: '192.0.2.8' },
      { accessed_at: at('2026-07-02T10:00'), source: 'access_log' },
      { ...visit, document_id: 2, client_ip: '192.0.2.99' },
    ])
    const body = await openAt('/admin/entries/1', '', 200)
    expect(figure(body, 'entry-downloads')).toBe('5')
    expect(figure(body, 'entry-unique-visitors')).toBe('3')
    expect(figure(body, 'entry-downloads-since-notification')).toBe('2')
    expect(figure(body, 'entry-unique-visitors-since-notification')).toBe('2')
    // The imported one may be older than the entry here.
    expect(shownText(body)).toContain('5 downloads in all')
    expect(shownText(body)).toContain('Bots are included: 1 of the downloads.')
    expect(shownText(body)).toContain('1 of the 5 downloads had none')
    await server.record([{ accessed_at: at('2026-07-02T10:00'), source: 'access_log' }])
    const unknown = await openAt('/admin/entries/1', '', 200)
    expect(figure(unknown, 'entry-unique-visitors')).toBeUndefined()
    expect(shownText(unknown)).toContain('downloads (visitor IPs not recorded) in all')
  })

  test('an entry’s heading sends the notification and says whether one was sent; Delete is last', async () => {
    const before = await openAt('/admin/entries/1', '', 200)
    const heading = before.slice(before.indexOf('<h1>'), before.indexOf('class="facts"'))
    expect(heading).toContain('action="/admin/entries/1/notifications/new"')
    expect(heading).toContain('Not notified yet')
    expect(heading).not.toContain('/delete')
    expect(before.indexOf('/admin/entries/1/delete')).toBeGreaterThan(
      before.indexOf('Notification</h2>'),
    )
    await notify(1, { mode: 'test' })
    const after = await openAt('/admin/entries/1', '', 200)
    expect(after).toContain('Notified 11/21/2026, test recipient only')
  })
})
