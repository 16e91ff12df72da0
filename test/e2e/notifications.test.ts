import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { fillSignIn } from '../support/admin-browser.ts'
import { adminSite } from '../support/admin-site.ts'
import { phone } from '../support/browser.ts'
import { press } from '../support/entry-pages.ts'
import { count, startWithSubscribers } from '../support/notified-docket.ts'

/* Testing mode without a mail server. Live mode: live-notifications.test.ts */

const testRecipient = 'clerk-trial@example.com'
const { site, openAdmin } = adminSite(() =>
  startWithSubscribers(3, { NOTIFICATIONS_TEST_RECIPIENT: testRecipient }),
)

test('the mode is on every admin page', async () => {
  const page = await openAdmin('/admin', phone)
  const links = await page
    .locator('.admin-nav a')
    .evaluateAll((anchors) => anchors.map((link) => (link as HTMLAnchorElement).pathname))
  expect(links.length).toBeGreaterThan(6)
  for (const path of [...links, '/admin/entries/new', '/admin/entries/1']) {
    await page.goto(site.docket.url + path)
    const mode = page.locator('header [data-notification-mode=test]')
    expect(await mode.isVisible()).toBe(true)
    expect(await mode.textContent()).toContain(`only to ${testRecipient}`)
    expect(await mode.textContent()).toContain('set NOTIFICATIONS_MODE=live')
  }
})

test('selected entries are still selected after signing in again', async () => {
  const selected = '/admin/notifications/new?entry=1&entry=2'
  const page = await openAdmin(selected)
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: /^Send the test/ }).click()
  await fillSignIn(page)
  await page.waitForURL(site.docket.url + selected)
  const notice = await page.locator('[data-given-back]').textContent()
  expect(notice).toBe('You were signed out before this was saved.Press the button again.')
})

test('without JavaScript: preview, press, the log and the message, to the test recipient alone', async () => {
  const page = await openAdmin('/admin/entries/1', { ...phone, javaScriptEnabled: false })
  await press(page, 'Send Notification')
  await page.getByText(`one message to the test recipient, ${testRecipient}`).waitFor()
  const preview = page.frameLocator('iframe.mail-preview').getByRole('link').first()
  expect(await preview.isVisible()).toBe(true)
  await page.getByText('Plain-text version').click()
  expect(await page.locator('.mail-text').textContent()).toContain('/unsubscribe/…')

  // By keyboard: a click right after scrolling past a frame of another process can get lost in Chromium.
  await page.getByRole('button', { name: `Send the test to ${testRecipient}` }).press('Enter')
  const isOver = async () => {
    // The page itself would do so after five seconds.
    await page.reload()
    return (await page.getByRole('heading', { name: 'Result' }).count()) === 1
  }
  await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
  expect(await count(page, 'sent').textContent()).toBe('1')
  const lines = await page.locator('tbody tr').allTextContents()
  expect(lines).toEqual([expect.stringContaining(testRecipient)])
  expect(readdirSync(join(site.docket.folder, 'outbox'))).toHaveLength(1)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Open message' }).click()
  const message = await PostalMime.parse(readFileSync(await (await download).path()))
  expect(message.to).toEqual([{ name: '', address: testRecipient }])
})

test('a draft cannot be announced, and says why', async () => {
  const page = await openAdmin('/admin/entries/3/edit')
  await page.selectOption('[name=status]', 'draft')
  await press(page, 'Save changes')
  await page.getByText('A notification can be sent once the entry is published.').waitFor()
  expect(await page.getByRole('button', { name: 'Send Notification' }).count()).toBe(0)
})
