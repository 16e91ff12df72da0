import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inDatabase } from '../../src/platform/database/connect.ts'
import { migrateDatabase } from '../../src/platform/database/migrate.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, signIn } from './admin-client.ts'
import { desktop, openPage } from './browser.ts'
import { addCheapAdministrator } from './cheap-administrator.ts'
import { databaseUrlOf } from './database-of.ts'
import { newDataFolder, type RunningDocket, startDocket } from './run-docket.ts'

/** Adds ADMIN_EMAIL to the database of a data folder, or to the one at this address. */
export async function addAdministrator(folder: string, databaseUrl?: string): Promise<void> {
  await inDatabase(databaseUrl ?? (await databaseUrlOf(folder)), async (db) => {
    await migrateDatabase(db)
    await addCheapAdministrator({ db, clock: Date.now }, ADMIN_EMAIL, ADMIN_PASSWORD)
  })
}

/** The running program with one administrator: ADMIN_EMAIL. */
export async function startWithAdministrator(
  environment: Record<string, string> = {},
  folder = newDataFolder(),
): Promise<RunningDocket> {
  await addAdministrator(folder)
  return startDocket(environment, folder)
}

export async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(ADMIN_EMAIL)
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function openSignedIn(
  browser: Browser,
  url: string,
  path = '/admin',
  options: BrowserContextOptions = desktop,
): Promise<Page> {
  const [page, { cookies }] = await Promise.all([openPage(browser, url, options), signIn(url)])
  const ofSite = { url, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, ...ofSite })))
  await page.goto(url + path)
  return page
}
