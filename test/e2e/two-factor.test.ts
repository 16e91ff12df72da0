import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { fillSignIn } from '../support/admin-browser.ts'
import { ADMIN_PASSWORD } from '../support/admin-client.ts'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, desktop, phone } from '../support/browser.ts'

const { site, openAdmin } = adminSite()

test('two-factor sign-in is turned on with the shown key, and required at the next sign-in', async () => {
  const page = await openAdmin('/admin/account/two-factor')
  const shown = await page.locator('[data-totp-secret]').textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((shown ?? '').replaceAll(' ', '')) })
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.getByLabel('Current password').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Two-factor sign-in is on.').waitFor()

  const other = await site.open({ ...phone, javaScriptEnabled: false }, '/admin/entries')
  await fillSignIn(other)
  await other.getByText('This account uses two-factor sign-in.').waitFor()
  const next = totp.generate({ timestamp: Date.now() + 30_000 })
  await other.getByLabel('Two-factor code').fill(next)
  await fillSignIn(other)
  await other.getByRole('heading', { level: 1, name: 'Entries' }).waitFor()

  const wrong = await site.open(desktop, '/admin/entries')
  await wrong.getByText('Two-factor sign-in', { exact: true }).click()
  await wrong.getByLabel('Two-factor code').fill('000000')
  await fillSignIn(wrong)
  await wrong.getByText('That code is wrong or was already used.').waitFor()
  expect(await accessibilityProblems(wrong)).toEqual([])
})
