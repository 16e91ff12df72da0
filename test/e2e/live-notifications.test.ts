import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { adminSite } from '../support/admin-site.ts'
import { openPage, phone } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { press } from '../support/entry-pages.ts'
import { count, startWithSubscribers } from '../support/notified-docket.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

/* Live mode with a mail server. */

let sink: SmtpSink
const { site, openAdmin } = adminSite(async () => {
  sink = await startSmtpSink()
  const refuse = (number: number, reply: string, times = Number.POSITIVE_INFINITY) =>
    sink.behave(`reader${number}@example.org`, { kind: 'refuse', at: 'RCPT', reply, times })
  for (const number of [3, 13]) refuse(number, '550 5.1.1 No such mailbox')
  for (const number of [7, 17]) refuse(number, '450 4.2.0 Greylisted, try later', 1)
  const live = { NOTIFICATIONS_MODE: 'live', SMTP_URL: sink.url }
  return startWithSubscribers(20, { ...live, MAIL_RATE_PER_SECOND: '25' })
})
afterAll(() => sink?.close())

/** Ends the pauses after a 4xx reply, which take minutes. */
const endPauses = () =>
  inDatabaseOf(site.docket.folder, (db) =>
    sql`update deliveries set next_attempt_at = 0 where state = 'deferred'`.execute(db),
  )

test('20 subscribers: live until finished, each with the server’s reply, no one twice', async () => {
  const page = await openAdmin('/admin/entries/1')
  await page.locator('header [data-notification-mode=live]').waitFor()
  await press(page, 'Send Notification')
  await page.locator('[data-recipients="20"]').waitFor()
  expect(sink.received).toHaveLength(0)
  await press(page, 'Send to 20 subscribers now')
  await page.getByRole('heading', { name: 'Progress' }).waitFor()
  await expect.poll(() => count(page, 'deferred').textContent(), { timeout: 15_000 }).toBe('2')
  await expect.poll(() => count(page, 'sent').textContent(), { timeout: 15_000 }).toBe('16')
  await endPauses()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  expect(await count(page, 'sent').textContent()).toBe('18')
  expect(await count(page, 'failed').textContent()).toBe('2')
  const line = (recipient: string) => page.locator('tbody tr', { hasText: recipient })
  expect(await line('reader3@example.org').textContent()).toContain('550 5.1.1 No such mailbox')
  expect(await line('reader5@example.org').textContent()).toMatch(/250 2\.0\.0 Ok: queued as \d+/)
  expect(await line('reader7@example.org').locator('td').nth(2).textContent()).toBe('2')
  expect([...sink.counts.values()].every((times) => times === 1)).toBe(true)
  expect(sink.counts.size).toBe(18)
})

test('the link in a received message unsubscribes; the next notification goes to one fewer', async () => {
  const raw = sink.received.find(({ to }) => to.includes('reader5@example.org'))?.raw
  const { html = '' } = await PostalMime.parse(raw ?? '')
  const link = /href="(http[^"]+\/unsubscribe\/[^"]+)"/.exec(html)?.[1] ?? ''
  const page = await openPage(site.browser, site.docket.url, phone)
  await page.goto(link)
  await press(page, 'Unsubscribe')
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  const admin = await openAdmin('/admin/entries/2')
  await press(admin, 'Send Notification')
  await admin.locator('[data-recipients="19"]').waitFor()
})
