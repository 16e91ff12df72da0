import { beforeAll, expect, test } from 'vitest'
import { EMAIL, startWithClerk } from '../../../../test/support/accounts-server.ts'
import { addEntry } from '../../../../test/support/delivery.ts'
import { eachServer } from '../../../../test/support/each-server.ts'
import { createVisitor, type Visitor } from '../../../../test/support/visitor.ts'
import { insertNotification } from '../../notifications/delivery-queries.ts'
import { findSubscriptionByKey } from '../queries.ts'

/** 11:30 PM on 07/29/2026 in New York, the next day in UTC. */
const LATE = Date.UTC(2026, 6, 30, 3, 30)

/** Address, state and date of each row. */
const rowsOn = (page: string) =>
  [...page.matchAll(/<tr><td[^>]*><a[^>]*>(.*?)<\/a><\/td><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map(
    (cells) => cells.slice(1),
  )

const addressesOn = (page: string) => rowsOn(page).map(([email]) => email)

eachServer('the subscriber list', startWithClerk, (server) => {
  let admin: Visitor
  beforeAll(async () => {
    admin = await server.newSignedIn()
    const states = ['active', 'active', 'unsubscribed'] as const
    const rows = Array.from({ length: 250 }, (_, index) => ({
      email: `Reader${index}@Example.com`,
      email_key: `reader${index}@example.com`,
      token: `token-${index}`,
      state: states[index % 3] ?? 'active',
      created_at: LATE,
      updated_at: LATE,
    }))
    await server.platform.db.insertInto('subscriptions').values(rows).execute()
  })

  const find = (key: string) => findSubscriptionByKey(server.platform.db, key)

  /** A delivery that bounced. */
  async function addReturned(subscription_id: number, server_reply: string) {
    const { db } = server.platform
    const mail = { subject: '', html: '', text: '', created_by: EMAIL, created_at: 0 }
    const notification = { ...mail, entryIds: [await addEntry(db)], mode: 'live' } as const
    const test = { recipient: 'Reader3@Example.com', token: 'any' }
    const { id } = await insertNotification(db, notification, test)
    await db
      .updateTable('deliveries')
      .set({ subscription_id, state: 'bounced', server_reply })
      .where('notification_id', '=', id)
      .execute()
  }

  test('shows address, state and the date where the court is, and counts them', async () => {
    const page = await admin.get('/admin/subscribers')
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(rowsOn(page.body).slice(0, 2)).toEqual([
      ['Reader249@Example.com', 'Active', '07/29/2026'],
      ['Reader248@Example.com', 'Unsubscribed', '07/29/2026'],
    ])
    expect(page.body).toContain('data-figure="active-subscribers">167<')
    expect(page.body).toContain('250 addresses')
  })

  test('has pages of a hundred that keep the search', async () => {
    const open = (page: number) => admin.get(`/admin/subscribers?page=${page}`)
    const pages = await Promise.all([1, 2, 3].map(open))
    const addresses = pages.flatMap(({ body }) => addressesOn(body))
    expect(pages.map(({ body }) => addressesOn(body).length)).toEqual([100, 100, 50])
    expect(new Set(addresses).size).toBe(250)
    const answer = await admin.get('/admin/subscribers?q=READER&state=active')
    expect(answer.body).toContain('167 addresses')
    expect(answer.body).toContain('href="/admin/subscribers?q=READER&amp;state=active&amp;page=2"')
  })

  test('finds an address, keeps what was typed, and says when there is none', async () => {
    const one = await admin.get('/admin/subscribers?q=reader17%40')
    expect(addressesOn(one.body)).toEqual(['Reader17@Example.com'])
    expect(one.body).toContain('value="reader17@"')
    const none = await admin.get('/admin/subscribers?q=%3Cscript%3E')
    expect(none.body).toContain('No addresses match.')
    expect(none.body).not.toContain('<script>alert')
    expect(none.body).toContain('value="&lt;script>"')
  })

  test('is downloaded whole as CSV, which the audit log says', async () => {
    const { db } = server.platform
    await db.deleteFrom('audit_log').execute()
    const whole = await admin.get('/admin/subscribers.csv')
    expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(whole.headers.get('content-disposition')).toContain('subscribers.csv')
    expect(whole.headers.get('cache-control')).toBe('no-store')
    // fetch strips the byte order mark.
    const lines = whole.body.replace(/^\ufeff/, '').split('\r\n')
    expect(lines[0]).toBe('Address,State,Date')
    expect(lines[1]).toBe('"Reader249@Example.com","active","07/29/2026"')
    expect(lines).toHaveLength(252)
    expect(await db.selectFrom('audit_log').selectAll().orderBy('id').execute()).toMatchObject([
      { action: 'subscribers.exported', subject: 'subscribers.csv', actor: EMAIL },
    ])
  })

  test('unsubscribes someone on request, after asking, and records it', async () => {
    const reader = await find('reader0@example.com')
    const path = `/admin/subscribers/${reader?.id}`
    const call = await admin.get(path)
    expect(call.status).toBe(200)
    expect(call.body).toContain('Reader0@Example.com')
    expect(call.body).not.toContain('Resume e-mail')
    expect(await find('reader0@example.com')).toEqual(reader)
    const done = await admin.post(`${path}/unsubscribe`)
    expect([done.status, done.location]).toEqual([303, '/admin/subscribers'])
    expect((await admin.get(done.location ?? '')).body).toContain('The address was unsubscribed.')
    expect(await find('reader0@example.com')).toMatchObject({ state: 'unsubscribed' })
    expect((await admin.get(path)).body).not.toContain(`${path}/unsubscribe`)
    expect((await admin.get('/admin/audit-log')).body).toContain(
      `Subscriber ${reader?.id} (R•••@Example.com)`,
    )
  })

  test('shows whose mail came back, when and why, and writes to them again', async () => {
    const reader = await find('reader3@example.com')
    const id = reader?.id ?? 0
    const { db } = server.platform
    await db.updateTable('subscriptions').set({ state: 'bounced' }).where('id', '=', id).execute()
    const reply = 'Returned (5.1.1): 550 5.1.1 <Reader3@Example.com>: User unknown'
    await addReturned(id, reply)
    const page = (await admin.get('/admin/subscribers?state=bounced')).body
    expect(page).toContain('Returned 07/29/2026')
    expect(page).toContain('Returned (5.1.1): 550 5.1.1 &lt;Reader3@Example.com')
    expect(page).toContain('returned: they get no e-mail')
    expect((await admin.get(`/admin/subscribers/${id}`)).body).toContain(`${id}/write-again`)
    const done = await admin.post(`/admin/subscribers/${id}/write-again`)
    expect([done.status, done.location]).toEqual([303, '/admin/subscribers'])
    expect(await find('reader3@example.com')).toMatchObject({ state: 'active' })
  })

  test('removes someone for good, after asking', async () => {
    const reader = await find('reader1@example.com')
    const path = `/admin/subscribers/${reader?.id}`
    const ask = await admin.get(path)
    expect(ask.body).toContain('This cannot be undone.')
    expect(await find('reader1@example.com')).toEqual(reader)
    const done = await admin.post(`${path}/remove`)
    expect([done.status, done.location]).toEqual([303, '/admin/subscribers'])
    expect(await find('reader1@example.com')).toBeUndefined()
    const log = await admin.get('/admin/audit-log')
    expect(log.body).toContain(`Subscriber ${reader?.id}<`)
    expect(log.body.toLowerCase()).not.toContain('reader1@example.com')
    expect((await admin.get(path)).status).toBe(404)
    expect((await admin.post(`${path}/remove`)).status).toBe(404)
    expect((await createVisitor(server.origin).get(`/unsubscribe/${reader?.token}`)).status).toBe(
      404,
    )
  })
})
