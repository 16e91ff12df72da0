import { expect, test } from 'vitest'
import { adminSite } from '../support/admin-site.ts'
import { phone, problemsLightAndDark } from '../support/browser.ts'
import { NEW } from '../support/entry-pages.ts'

const { site, openAdmin } = adminSite()

test('the dashboard says where to begin, until the case has a name', async () => {
  const page = await openAdmin('/admin')
  await page.getByText('First steps').waitFor()
  await page.goto(`${site.docket.url}/admin/settings`)
  await page.fill('[name=caption]', 'Doe v. Roe')
  await page.click('main .button-primary')
  await page.getByText('The settings were saved.').waitFor()
  await page.goto(`${site.docket.url}/admin`)
  expect(await page.getByText('First steps').count()).toBe(0)
  await page.goto(`${site.docket.url}/admin/nothing-here`)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.waitForURL(`${site.docket.url}/admin`)
  await page.goto(`${site.docket.url}/admin/document-access?from=2026-08-02&to=2026-08-01`)
  await page.getByRole('link', { name: 'Choose again' }).click()
  await page.waitForURL(`${site.docket.url}/admin/document-access`)
})

test.each([true, false])('a phone’s menu opens and closes, scripts: %s', async (scripts) => {
  const page = await openAdmin('/admin', { ...phone, javaScriptEnabled: scripts })
  const link = page.getByRole('link', { name: 'Subscribers', exact: true })
  expect(await link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  if (scripts) expect(await problemsLightAndDark(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Subscribers' }).waitFor()
})

test('a filter’s button is in line with its fields, and an address in the menu breaks after its @', async () => {
  const page = await openAdmin('/admin/subscribers')
  const bottom = (one: Element) => one.getBoundingClientRect().bottom
  const field = await page.locator('[name=q]').evaluate(bottom)
  expect(await page.getByRole('button', { name: 'Search' }).evaluate(bottom)).toBe(field)
  expect(await page.locator('.admin-email').innerHTML()).toMatch(/@<wbr>/)
})

test('a page that comes back with errors focuses the first; the fields of a hearing stay in line', async () => {
  const page = await openAdmin(NEW)
  await page.getByText('Hearings and deadlines').click()
  await page.locator('[name=event_time]').first().fill('10:00')
  await page.click('main .button-primary')
  await page.locator('[data-form-errors]:visible').waitFor()
  const isThere = () =>
    page.evaluate(() => document.activeElement?.hasAttribute('data-form-errors'))
  await expect.poll(isThere).toBe(true)
  const topOf = (one: Element) => one.getBoundingClientRect().top
  const fields = ['kind', 'date', 'time'].map((name) => page.locator(`[name=event_${name}]`))
  const tops = fields.map((field) => field.first().evaluate(topOf))
  const [kind, date, time] = await Promise.all(tops)
  expect([date, time]).toEqual([kind, kind])
  await page.locator('[data-form-errors] a').first().click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
})

test('a password can be shown while it is typed', async () => {
  const page = await openAdmin('/admin/account', phone)
  const current = page.getByLabel('Current password')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  expect(await current.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await current.getAttribute('type')).toBe('password')
})
