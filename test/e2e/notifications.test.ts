import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSignedIn, startWithAdministrator } from '../support/admin-browser.ts'
import { closeContexts, desktop, openBrowser, phone } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { importRecap } from '../support/import-recap.ts'
import { newDataFolder, type RunningDocket, removeFolder } from '../support/run-docket.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'

const testRecipient = 'clerk-trial@example.com'
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => closeContexts(browser))

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const count = (page: Page, state: string) => page.locator(`[data-count=${state}]`)

/** A docket of three entries with subscribers, running. */
async function start(
  subscriberCount: number,
  environment: Record<string, string>,
): Promise<RunningDocket> {
  const folder = newDataFolder()
  const docket_entries = ['COMPLAINT by Doe', 'MOTION to Stay', 'ORDER granting'].map(
    (description, index) => ({
      document_number: String(index + 1),
      date_filed: `2026-07-0${index + 1}`,
      description,
    }),
  )
  await importRecap(folder, docket_entries)
  const docket = await startWithAdministrator(environment, folder)
  for (let number = 0; number < subscriberCount; number++) {
    const answer = await fetch(`${docket.url}/api/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${number}` },
      body: JSON.stringify({ email: `reader${number}@example.org` }),
    })
    if (answer.status !== 201) throw new Error(`subscribing answered ${answer.status}`)
  }
  return docket
}

/** On its Show page. */
const openEntry = (
  docket: RunningDocket,
  number: number,
  options: BrowserContextOptions = desktop,
) => openSignedIn(browser, docket.url, `/admin/entries/${number}`, options)

async function downloaded(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).first().click(),
  ])
  return readFileSync(await file.path(), 'utf8')
}

describe('testing mode without a mail server', () => {
  let docket: RunningDocket

  beforeAll(async () => {
    docket = await start(3, { NOTIFICATIONS_TEST_RECIPIENT: testRecipient })
  })
  afterAll(async () => {
    await docket?.stop('SIGKILL')
    if (docket) removeFolder(docket.folder)
  })

  const outbox = () =>
    readdirSync(join(docket.folder, 'outbox')).filter((name) => name.endsWith('.eml'))

  test('the mode stands on every admin page', async () => {
    const page = await openSignedIn(browser, docket.url, '/admin', phone)
    const links = await page
      .locator('.admin-nav a')
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).pathname))
    expect(links.length).toBeGreaterThan(6)
    for (const path of [...links, '/admin/entries/new', '/admin/entries/1']) {
      await page.goto(docket.url + path)
      const mode = page.locator('header [data-notification-mode=test]')
      expect(await mode.isVisible()).toBe(true)
      expect(await mode.textContent()).toContain(`only to ${testRecipient}`)
    }
  })

  test.each([
    ['desktop', 1, desktop],
    ['phone without JavaScript', 2, { ...phone, javaScriptEnabled: false }],
  ] as const)(
    'preview, press, the log and the message, to the test recipient only (%s)',
    async (_, number, options) => {
      const before = new Set(number === 1 ? [] : outbox())
      const page = await openEntry(docket, number, options)
      await press(page, 'Send Notification')
      await page.getByText(`one message to the test recipient, ${testRecipient}`).waitFor()
      const preview = page.frameLocator('iframe.mail-preview').getByRole('link').first()
      expect(await preview.isVisible()).toBe(true)
      await page.getByText('Text part, for programs without HTML').click()
      expect(await page.locator('.mail-text').textContent()).toContain('/unsubscribe/…')

      // By keyboard: a click right after scrolling past a frame of another process can get lost in Chromium.
      await page.getByRole('button', { name: `Send the test to ${testRecipient}` }).press('Enter')
      const result = page.getByRole('heading', { name: 'Result' })
      await expect.poll(() => result.count(), { timeout: 30_000 }).toBe(1)
      expect(await count(page, 'sent').textContent()).toBe('1')
      expect(await page.locator('tbody tr').count()).toBe(1)
      expect(await page.locator('tbody').textContent()).toContain(testRecipient)

      const written = outbox().filter((name) => !before.has(name))
      expect(written).toHaveLength(1)
      const message = await PostalMime.parse(await downloaded(page, 'Open message'))
      expect(message.to).toEqual([{ name: '', address: testRecipient }])
      const { pathname } = new URL(page.url())
      expect(await downloaded(page, 'Download the log as CSV')).toContain(
        `Recipient,State,Attempts,Server reply,Message-ID,Updated at\r\n"${testRecipient}","sent",1,`,
      )
      expect(pathname).toMatch(/^\/admin\/notifications\/\d+$/)
    },
  )

  test('a second press needs "send again"', async () => {
    const page = await openEntry(docket, 1)
    await press(page, 'Send Notification')
    await page.getByText('Subscribers were already notified of this entry.').waitFor()
    await press(page, `Send the test to ${testRecipient}`)
    expect(new URL(page.url()).pathname).toBe('/admin/entries/1/notifications/new')
    await page.getByLabel('Send again').check()
    await press(page, `Send the test to ${testRecipient}`)
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    await page.goto(`${docket.url}/admin/notifications`)
    expect(await page.locator('tbody tr').count()).toBe(3)
  })

  test('a draft cannot be announced, and says why', async () => {
    const page = await openSignedIn(browser, docket.url, '/admin/entries/3/edit')
    await page.selectOption('[name=status]', 'draft')
    await press(page, 'Save changes')
    await page.getByText('A notification can be sent once the entry is published.').waitFor()
    expect(await page.getByRole('button', { name: 'Send Notification' }).count()).toBe(0)
  })
})

describe('live mode with a mail server', () => {
  let docket: RunningDocket
  let sink: SmtpSink

  beforeAll(async () => {
    sink = await startSmtpSink()
    for (let number = 0; number < 50; number++) {
      const recipient = `reader${number}@example.org`
      if (number % 10 === 3) {
        sink.behave(recipient, { kind: 'refuse', at: 'RCPT', reply: '550 5.1.1 No such mailbox' })
      }
      if (number % 10 === 7) {
        const reply = '450 4.2.0 Greylisted, try later'
        sink.behave(recipient, { kind: 'refuse', at: 'RCPT', reply, times: 1 })
      }
    }
    docket = await start(50, {
      NOTIFICATIONS_MODE: 'live',
      SMTP_URL: sink.url,
      MAIL_RATE_PER_SECOND: '25',
    })
  })
  afterAll(async () => {
    await docket?.stop('SIGKILL')
    await sink?.close()
    if (docket) removeFolder(docket.folder)
  })

  /** The pauses after a 4xx reply are minutes; here they are over. */
  const endPauses = () =>
    inDatabaseOf(docket.folder, (db) =>
      db
        .updateTable('deliveries')
        .set({ next_attempt_at: 0 })
        .where('state', '=', 'deferred')
        .execute(),
    )

  test('50 subscribers: live to the end, each with the server’s reply, nobody twice', async () => {
    const page = await openEntry(docket, 1)
    await page.locator('header [data-notification-mode=live]').waitFor()
    await press(page, 'Send Notification')
    await page.locator('[data-recipients="50"]').waitFor()
    expect(sink.received).toHaveLength(0)
    await press(page, 'Send to 50 subscribers now')
    await page.getByRole('heading', { name: 'Progress' }).waitFor()
    await expect.poll(() => count(page, 'deferred').textContent(), { timeout: 15_000 }).toBe('5')
    await expect.poll(() => count(page, 'sent').textContent(), { timeout: 15_000 }).toBe('40')

    const other = await openEntry(docket, 1, phone)
    await press(other, 'Send Notification')
    await other.getByText('A notification of this entry is still being sent.').waitFor()
    expect(await other.getByRole('button', { name: /^Send to/ }).count()).toBe(0)

    await endPauses()
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    expect(await count(page, 'sent').textContent()).toBe('45')
    expect(await count(page, 'failed').textContent()).toBe('5')
    const line = (recipient: string) => page.locator('tbody tr', { hasText: recipient })
    expect(await line('reader3@example.org').textContent()).toContain('550 5.1.1 No such mailbox')
    expect(await line('reader5@example.org').textContent()).toMatch(/250 2\.0\.0 Ok: queued as \d+/)
    expect(await line('reader7@example.org').locator('td').nth(2).textContent()).toBe('2')
    expect([...sink.counts.values()].every((times) => times === 1)).toBe(true)
    expect(sink.counts.size).toBe(45)
    const csv = await downloaded(page, 'Download the log as CSV')
    expect(csv.trim().split('\r\n')).toHaveLength(51)
  })

  test('the failed ones are sent once more, by choice alone', async () => {
    sink.behave('reader3@example.org', { kind: 'accept' })
    const page = await openSignedIn(browser, docket.url, '/admin/notifications/1', phone)
    await page.getByLabel('All 5 that failed').check()
    await press(page, 'Resend selected')
    await expect.poll(() => count(page, 'sent').textContent(), { timeout: 15_000 }).toBe('46')
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    expect(await count(page, 'failed').textContent()).toBe('4')
    await page.getByLabel('State').selectOption('failed')
    await press(page, 'Search')
    expect(await page.locator('tbody tr').count()).toBe(4)
  })

  test('the link in a received message unsubscribes; the next notification goes to one fewer', async () => {
    const raw = sink.received.find(({ to }) => to.includes('reader5@example.org'))?.raw
    const { html = '' } = await PostalMime.parse(raw ?? '')
    const link = /href="(http[^"]+\/unsubscribe\/[^"]+)"/.exec(html)?.[1] ?? ''
    const page = await (await browser.newContext(phone)).newPage()
    await page.goto(link)
    await press(page, 'Unsubscribe')
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    const admin = await openEntry(docket, 2)
    await press(admin, 'Send Notification')
    await admin.locator('[data-recipients="49"]').waitFor()
  })
})
