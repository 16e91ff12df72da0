import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  addAdministrator,
  fillCode,
  fillSignIn,
  openSignedIn,
  startWithAdministrator,
} from '../support/admin-browser.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/admin-client.ts'
import { accessibilityProblems, desktop, openPage, phone, sizes } from '../support/browser.ts'
import { siteInBrowser } from '../support/running-site.ts'

const colleague = { email: 'deputy@example.com', password: 'a deputy of loud afternoons' }
const newPassword = 'seven lanterns over the harbour'

const site = siteInBrowser(async () => {
  const docket = await startWithAdministrator()
  await addAdministrator(docket.folder, colleague.email, colleague.password)
  return docket
})

async function openLogin(options = desktop): Promise<Page> {
  const page = await openPage(site.browser, site.docket.url, options)
  await page.goto(`${site.docket.url}/admin/entries`)
  return page
}

const alert = (page: Page) => page.locator('.notice-error').first().textContent()

test.each(sizes)(
  'a refused sign-in keeps the address, tells no secret, and the next one goes on to the page asked for ($name)',
  async ({ options }) => {
    const page = await openLogin(options)
    expect(page.url()).toContain('/admin/login?next=')
    await fillSignIn(page, { password: 'not my password at all' })
    expect(await alert(page)).toContain('The e-mail address or password is wrong.')
    expect(await page.getByLabel('Two-factor code').count()).toBe(0)
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(ADMIN_EMAIL)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await fillSignIn(page)
    await page.getByRole('heading', { level: 1, name: 'Entries' }).waitFor()
  },
)

test('signing out ends the session: the back button shows nothing', async () => {
  const page = await openSignedIn(site.browser, site.docket.url, '/admin/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

/** The app's next codes: each works once. */
function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (steps = 0) => totp.generate({ timestamp: Date.now() + 30_000 * steps })
}

test('two-factor sign-in: turned on with the shown key, asked for, lost phone, new codes, turned off', async () => {
  const page = await openSignedIn(
    site.browser,
    site.docket.url,
    '/admin/account',
    desktop,
    colleague,
  )
  await page.getByRole('link', { name: 'Turn on two-factor sign-in' }).click()
  const shown = await page.locator('[data-totp-secret]').textContent()
  const code = authenticator((shown ?? '').replaceAll(' ', ''))

  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByLabel('Current password').fill(colleague.password)
  await page.getByRole('button', { name: 'Turn on' }).click()
  expect(await alert(page)).toContain('Two-factor sign-in was not turned on.')
  expect(await page.locator('[data-totp-secret]').textContent()).toBe(shown)
  await page.getByLabel('Code', { exact: true }).fill(code())
  await page.getByLabel('Current password').fill(colleague.password)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Two-factor sign-in is on.').waitFor()
  const recovery = await page.locator('[data-recovery-codes] code').allTextContents()
  expect(new Set(recovery).size).toBeGreaterThanOrEqual(8)

  const other = await openLogin({ ...desktop, javaScriptEnabled: false })
  await fillSignIn(other, colleague)
  expect(await other.getByLabel('Password').count()).toBe(0)
  await fillCode(other, code(1))
  await other.getByRole('heading', { level: 1, name: 'Entries' }).waitFor()

  const withoutPhone = await openLogin()
  await fillSignIn(withoutPhone, { ...colleague, code: recovery[0] ?? '' })
  await withoutPhone.getByRole('heading', { level: 1, name: 'Entries' }).waitFor()
  const again = await openLogin()
  await fillSignIn(again, { ...colleague, code: recovery[0] ?? '' })
  expect(await alert(again)).toContain('That code is wrong or was already used.')
  expect(await accessibilityProblems(again)).toEqual([])

  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.getByText(`On. Unused recovery codes: ${recovery.length - 1}.`).waitFor()
  await page.getByRole('link', { name: 'Manage two-factor sign-in' }).click()
  await page.getByLabel('Current password').fill(colleague.password)
  await page.getByRole('button', { name: 'Generate new recovery codes' }).click()
  await page.locator('[data-recovery-codes]').waitFor()
  const renewed = await page.locator('[data-recovery-codes] code').allTextContents()
  expect(renewed.filter((one) => recovery.includes(one))).toEqual([])

  await page.goto(`${site.docket.url}/admin/account/two-factor`)
  await page.getByLabel('Current password').fill('something else entirely')
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click()
  expect(await alert(page)).toContain('Nothing was changed.')
  await page.getByLabel('Current password').fill(colleague.password)
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click()
  await page.getByText('Two-factor sign-in is off.').waitFor()
})

test('a new password: a weak one is refused, a good one ends the session of the other browser', async () => {
  const [page, other] = await Promise.all([
    openSignedIn(site.browser, site.docket.url, '/admin/account', phone),
    openSignedIn(site.browser, site.docket.url, '/admin/entries'),
  ])
  const change = async (password: string) => {
    const current = page.getByLabel('Current password')
    await current.fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Show password' }).first().click()
    expect(await current.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    expect(await current.getAttribute('type')).toBe('password')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password again').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change('too short')
  expect(await alert(page)).toContain('The password was not changed.')
  await change(newPassword)
  await page.getByText('Your password was changed').waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  await other.reload()
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('an administrator is added with a password made here, and is out as soon as disabled', async () => {
  const mine = { email: ADMIN_EMAIL, password: newPassword }
  const page = await openSignedIn(site.browser, site.docket.url, '/admin/admins', desktop, mine)
  await page.getByLabel('E-mail address').fill('not an address')
  await page
    .locator('main form')
    .last()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  expect(await alert(page)).toContain('No one was added.')
  await page.getByLabel('E-mail address').fill('intern@example.com')
  await page.locator('main form').last().getByLabel('Your own password').fill(newPassword)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const password = (await page.locator('[data-generated-password]').textContent()) ?? ''

  const intern = { email: 'intern@example.com', password }
  const other = await openSignedIn(site.browser, site.docket.url, '/admin/entries', phone, intern)
  await other.getByRole('link', { name: 'choose your own' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'intern@example.com' })
  await row.getByText('Change', { exact: true }).click()
  await row.getByLabel('Your own password').fill(newPassword)
  await page.getByRole('button', { name: 'Disable intern@example.com' }).click()
  await row.getByText('Disabled on').waitFor()
  await other.reload()
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await fillSignIn(other, intern)
  expect(await alert(other)).toContain('The e-mail address or password is wrong.')

  await page.goto(`${site.docket.url}/admin/audit-log`)
  const log = await page.locator('tbody').textContent()
  for (const word of ['intern@example.com', colleague.email, ADMIN_EMAIL, '127.0.0.1']) {
    expect(log).toContain(word)
  }
})
