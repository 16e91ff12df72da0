/* `npm run pictures`: every page of the sample case at four widths, light and dark, in pictures/. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { seedSampleCase } from '../../demo/seed.ts'
import { addAdministrator, openSignedIn } from './admin-browser.ts'
import { ADMIN_EMAIL } from './admin-client.ts'
import { openFullBrowser } from './browser.ts'
import { inDatabaseOf } from './database-of.ts'
import { cleanEnvironment } from './environment.ts'
import { listPages, type SeenPage } from './every-page.ts'
import { newDataFolder, type RunningDocket, removeFolder, startDocket } from './run-docket.ts'

const widths = [390, 820, 1440, 2560]
const schemes = ['light', 'dark'] as const
const target = 'pictures'
/** In pixels; the browser cannot draw longer screenshots. */
const MAX_LENGTH = 8000
const wanted = process.argv[2] ?? ''

const folder = newDataFolder()
await seedSampleCase(cleanEnvironment({ DATA_DIR: folder }))
await addAdministrator(folder)
const docket = await startDocket({ NOTIFICATIONS_TEST_RECIPIENT: ADMIN_EMAIL }, folder)
const browser = await openFullBrowser()
try {
  mkdirSync(target, { recursive: true })
  await sendOneNotification()
  const pages = (await listPages(folder)).filter(({ name }) => name.includes(wanted))
  for (const width of widths) {
    // Wrong passwords are typed at each width.
    await inDatabaseOf(folder, (db) => db.deleteFrom('throttles').execute())
    await takeAll(browser, docket, pages, width)
  }
  console.log(`${pages.length} pages in ${target}/`)
} finally {
  await browser.close()
  await docket.stop()
  removeFolder(folder)
}

async function sendOneNotification() {
  const page = await openSignedIn(browser, docket.url, '/admin/entries/1/notifications/new')
  await page.getByRole('button', { name: /^Send the test/ }).click()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  await page.context().close()
}

async function takeAll(browser: Browser, { url }: RunningDocket, pages: SeenPage[], width: number) {
  const options = { viewport: { width, height: 900 } }
  const visitor = await (await browser.newContext(options)).newPage()
  const administrator = await openSignedIn(browser, url, '/admin', options)
  for (const seen of pages) await take(seen.admin ? administrator : visitor, url, seen, width)
}

async function take(page: Page, url: string, { name, path, act }: SeenPage, width: number) {
  await page.goto(url + path)
  await act?.(page)
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    const path = join(target, `${name}-${width}-${scheme}.png`)
    // A frame is drawn when it is in view, in the colors of that moment.
    await page
      .locator('.mail-preview')
      .scrollIntoViewIfNeeded({ timeout: 100 })
      .catch(() => {})
    if (name.startsWith('viewer')) {
      await page.screenshot({ path })
      continue
    }
    const length = await page.evaluate(() => document.documentElement.scrollHeight)
    const clip = { x: 0, y: 0, width, height: Math.min(length, MAX_LENGTH) }
    await page.screenshot({ path, fullPage: true, clip })
  }
}
