import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startWithAdministrator } from '../support/admin-browser.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/admin-client.ts'
import { desktop } from '../support/browser.ts'
import { siteInBrowser } from '../support/running-site.ts'

/* Both journeys without a pointer: Tab, typing, Enter, Space, Escape. */

const site = siteInBrowser(startWithAdministrator)

const MAX_TABS = 80

/** Tabs until the element has the focus, and checks on the way that the focus is always visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses++) {
    await page.keyboard.press('Tab')
    const stops = await page.evaluate((selector) => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return 'none'
      const { outlineStyle, boxShadow } = getComputedStyle(element)
      // A date field shows the focus around the whole field, not around its parts.
      const isSeen =
        outlineStyle !== 'none' || boxShadow !== 'none' || element.matches('iframe, input')
      if (!isSeen) return `not seen: ${element.outerHTML.slice(0, 100)}`
      return element.matches(selector) ? 'there' : 'on the way'
    }, selector)
    expect(stops).not.toContain('not seen')
    if (stops === 'there') return
  }
  throw new Error(`${selector} cannot be reached with ${MAX_TABS} tabs`)
}

test('an administrator signs in, files an entry, deletes it, brings it back, and signs out: Back shows nothing', async () => {
  const page = await site.open(desktop, '/admin/login')
  await tabTo(page, '[name=password]')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(ADMIN_EMAIL)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.docket.url}/admin`)

  await tabTo(page, 'a[href="/admin/entries/new"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(/entries\/new$/)
  await tabTo(page, '[name=title]')
  await page.keyboard.type('Order of the keyboard')
  await page.keyboard.press('Enter')
  await page.getByText('The entry was created.').waitFor()

  await tabTo(page, 'a[href$="/delete"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/delete$/)
  await tabTo(page, '.button-danger')
  await page.keyboard.press('Enter')
  await page.getByText('This entry was deleted on').waitFor()
  await tabTo(page, 'form[action$="/restore"] button')
  await page.keyboard.press('Enter')
  await page.getByText('The entry was restored.').waitFor()

  await page.goto(`${site.docket.url}/admin`)
  await tabTo(page, 'form[action="/admin/logout"] button')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.docket.url}/admin/login`)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('a reader skips to the content, searches, opens what was found, comes back and subscribes', async () => {
  const page = await site.open()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, 'main input[name=q]')
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=keyboard/)
  await tabTo(page, 'main a[href^="/entries/"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/entries\/\d+/)
  expect(await page.locator('h1').textContent()).toContain('Order of the keyboard')
  await page.goBack()
  await page.goto(site.docket.url)
  await tabTo(page, 'form[action^="/api/subscribe"] input[name=email]')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Subscribed.').waitFor()
})
