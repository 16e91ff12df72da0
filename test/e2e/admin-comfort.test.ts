import { describe, expect, test } from 'vitest'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, phone } from '../support/browser.ts'
import { NEW } from '../support/entry-pages.ts'

const { site, openAdmin } = adminSite()

describe('a case without a name', () => {
  test('the dashboard says where to begin, until it has one', async () => {
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
  })

  test('signing out and deleting say that they were done', async () => {
    const page = await openAdmin('/admin/subscribers')
    await page.getByText('Visitors subscribe with the form').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('email')
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

test.each([true, false])('a phone’s menu opens and closes, scripts: %s', async (scripts) => {
  const page = await openAdmin('/admin', { ...phone, javaScriptEnabled: scripts })
  const link = page.getByRole('link', { name: 'Subscribers', exact: true })
  expect(await link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  if (scripts) expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Subscribers' }).waitFor()
})

test('a page that comes back with errors focuses the first', async () => {
  const page = await openAdmin(NEW)
  await page.click('main .button-primary')
  await page.locator('[data-form-errors]:visible').waitFor()
  const isThere = () =>
    page.evaluate(() => document.activeElement?.hasAttribute('data-form-errors'))
  await expect.poll(isThere).toBe(true)
  await page.locator('[data-form-errors] a').first().click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
})
