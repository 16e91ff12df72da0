import { expect, test } from 'vitest'
import { openSignedIn } from '../support/admin-browser.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/admin-client.ts'
import { openPage, phone } from '../support/browser.ts'
import { fillEntry, press } from '../support/entry-pages.ts'
import { startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'

/* What an operator and an administrator do first. */

const site = siteInBrowser(() => startDocket())

test('the printed address makes the first administrator, who is signed in; it works once', async () => {
  await expect.poll(site.docket.output).toMatch(/\/admin\/first-run\/[\w-]{22,}/)
  const address = /http:\S+\/admin\/first-run\/[\w-]+/.exec(site.docket.output())?.[0] ?? ''
  const page = await openPage(site.browser, site.docket.url, phone)
  await page.goto(address)
  await page.getByLabel('E-mail address').fill(ADMIN_EMAIL)
  for (const password of ['password', ADMIN_PASSWORD]) {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password again').fill(password)
    await press(page, 'Create the account and sign in')
    if (password === 'password') {
      await page.getByText('The account was not created.').waitFor()
      expect(await page.getByLabel('E-mail address').inputValue()).toBe(ADMIN_EMAIL)
    }
  }
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect((await page.goto(address))?.status()).toBe(404)
})

test('what is typed under Settings is on the home page', async () => {
  const page = await openSignedIn(site.browser, site.docket.url, '/admin/settings')
  const settings = {
    caption: 'Lindqvist v. Harbor & Sons, Inc.',
    case_number: '1:26-cv-00123',
    court: 'District Court of Example County',
    judge: 'Hon. A. Judge',
    description: 'A dispute about a harbor.',
    contact: 'clerk@example.com',
  }
  await fillEntry(page, settings)
  await press(page, 'Save settings')
  await page.getByText('The settings were saved.').waitFor()
  await page.goto(site.docket.url)
  const shown = (await page.locator('body').textContent()) ?? ''
  for (const text of Object.values(settings)) expect(shown).toContain(text)
})
