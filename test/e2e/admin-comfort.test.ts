import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn } from '../support/admin-client.ts'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, phone } from '../support/browser.ts'
import { NEW, typedIn } from '../support/entry-pages.ts'

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

describe('keyboard shortcuts', () => {
  const isListOpen = (page: Page) => page.locator('dialog[data-shortcuts][open]').count()

  test('are listed with ?, and by a button; axe finds nothing', async () => {
    const page = await openAdmin('/admin/entries')
    await page.keyboard.press('?')
    await expect.poll(() => isListOpen(page)).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
    const [box, label] = await Promise.all([
      page.locator('[data-shortcuts-on]').boundingBox(),
      page.getByText('Use single-key shortcuts').boundingBox(),
    ])
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(label?.x ?? 0)
    await page.keyboard.press('Escape')
    expect(await isListOpen(page)).toBe(0)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect.poll(() => isListOpen(page)).toBe(1)
  })

  test('lead where they say', async () => {
    const page = await openAdmin('/admin')
    await page.keyboard.press('n')
    await page.waitForURL(`${site.docket.url}${NEW}`)
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL(`${site.docket.url}/admin/subscribers`)
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  })

  test('do nothing while typing, or when they are off', async () => {
    const page = await openAdmin(NEW)
    await page.locator('[name=title]').focus()
    await page.keyboard.type('n?g/')
    expect(await typedIn(page, 'title')).toBe('n?g/')
    expect(await isListOpen(page)).toBe(0)
    await page.fill('[name=title]', '')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.keyboard.press('?')
    expect(await isListOpen(page)).toBe(0)
  })

  test('Ctrl with Enter saves the form that is filled in', async () => {
    const page = await openAdmin('/admin/settings')
    await page.fill('[name=court]', 'District Court')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The settings were saved.').waitFor()
  })
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

test('shortcuts need the script, and are not offered without it', async () => {
  const html = await (await (await signIn(site.docket.url)).get('/admin')).text()
  expect(html).toMatch(/<button[^>]*data-open-shortcuts[^>]*hidden/)
})
