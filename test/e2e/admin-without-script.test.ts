import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillSignIn, openSignedIn, startWithAdministrator } from '../support/admin-browser.ts'
import { accessibilityProblems, sizes } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { siteInBrowser } from '../support/running-site.ts'

/* What an administrator meets whose browser runs no scripts. */

const PDF = 'test/fixtures/pdfs/order.pdf'

const site = siteInBrowser(startWithAdministrator)

/** The page's own scripts never arrive; axe, which is one, can look at it all the same. */
async function openPage(path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await openSignedIn(site.browser, site.docket.url, '/admin', options)
  await page
    .context()
    .route('**/*', (route) =>
      route.request().resourceType() === 'script' ? route.abort() : route.continue(),
    )
  await page.goto(site.docket.url + path)
  return page
}

/** On the server, as idle time does; the browser still has the cookie. */
const endSessions = () =>
  inDatabaseOf(site.docket.folder, (db) =>
    db.updateTable('sessions').set({ last_seen_at: 0 }).execute(),
  )

const field = (page: Page, name: string) => page.locator(`main [name=${name}]`)

describe.each(sizes)('on $name', ({ name: device, options }) => {
  test('an entry that was typed while the session ended is saved after signing in, by a second press', async () => {
    const title = `Typed for an hour on ${device}`
    const page = await openPage('/admin/entries/new', options)
    await field(page, 'title').fill(title)
    await field(page, 'description').fill('One line\nand "another" <line>')
    await page.setInputFiles('[name=documents]', PDF)
    await endSessions()
    await page.getByRole('button', { name: 'Create entry' }).click()
    await page.getByText('What you typed is kept: sign in').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    await fillSignIn(page, { password: 'not my password at all' })
    await page.getByText('What you typed is kept: sign in').waitFor()
    await fillSignIn(page)
    await page.getByRole('heading', { level: 1, name: 'Not saved yet' }).waitFor()
    expect(await page.locator('.given-back').textContent()).toContain(title)
    expect(await page.getByText('order.pdf').count()).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 0)

    await page.getByRole('button', { name: 'Save it now' }).click()
    await page.getByText('The entry was created.').waitFor()
    expect(await page.locator('main h1').textContent()).toContain(title)
    expect(await page.locator('.entry-text').textContent()).toBe('One line\nand "another" <line>')
    await page.context().close()
  })

  test('settings that somebody else saved meanwhile are not overwritten unseen', async () => {
    const [page, other] = [
      await openPage('/admin/settings', options),
      await openPage('/admin/settings', options),
    ]
    await field(other, 'judge').fill(`Theirs on ${device}`)
    await other.getByRole('button', { name: 'Save settings' }).click()
    await other.getByText('The settings were saved.').waitFor()
    await field(page, 'judge').fill('Mine')
    await endSessions()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await fillSignIn(page)
    await page.getByRole('button', { name: 'Save it now' }).click()
    await page.getByText('Someone else saved the settings').waitFor()
    expect(await page.locator('[data-saved=judge]').textContent()).toBe(`Theirs on ${device}`)
    expect(await field(page, 'judge').inputValue()).toBe('Mine')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.getByText('The settings were saved.').waitFor()
    for (const one of [page, other]) await one.context().close()
  })
})
