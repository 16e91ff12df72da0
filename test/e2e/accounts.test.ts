import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { addAdministrator, fillSignIn, startWithAdministrator } from '../support/admin-browser.ts'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, desktop, phone } from '../support/browser.ts'

const colleague = { email: 'deputy@example.com', password: 'a deputy of loud afternoons' }

const { site, openAdmin } = adminSite(async () => {
  const docket = await startWithAdministrator()
  await addAdministrator(docket.folder, colleague)
  return docket
})

test('signing out ends the session: the back button shows nothing', async () => {
  const page = await openAdmin('/admin/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('two-factor sign-in is turned on with the shown key, and asked for at the next sign-in', async () => {
  const page = await openAdmin('/admin/account/two-factor', desktop, colleague)
  const shown = await page.locator('[data-totp-secret]').textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((shown ?? '').replaceAll(' ', '')) })
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.getByLabel('Current password').fill(colleague.password)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Two-factor sign-in is on.').waitFor()

  const other = await site.open({ ...desktop, javaScriptEnabled: false }, '/admin/entries')
  await fillSignIn(other, colleague)
  await other.getByText('This account uses two-factor sign-in.').waitFor()
  const code = totp.generate({ timestamp: Date.now() + 30_000 })
  await fillSignIn(other, { ...colleague, code })
  await other.getByRole('heading', { level: 1, name: 'Entries' }).waitFor()
  const wrong = await site.open(desktop, '/admin/entries')
  await fillSignIn(wrong, { ...colleague, code: '000000' })
  await wrong.getByText('That code is wrong or was already used.').waitFor()
  expect(await accessibilityProblems(wrong)).toEqual([])
})

test('a password can be shown while it is typed', async () => {
  const page = await openAdmin('/admin/account', phone)
  const current = page.getByLabel('Current password')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  expect(await current.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await current.getAttribute('type')).toBe('password')
})
