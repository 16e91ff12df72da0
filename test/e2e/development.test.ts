import type { Browser } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { accessibilityProblems, closeContexts, desktop, openBrowser } from '../support/browser.ts'
import { type RunningDocket, removeFolder, startDocket } from '../support/run-docket.ts'

let docket: RunningDocket | undefined
let browser: Browser | undefined

afterEach(async () => {
  await closeContexts(browser)
  await docket?.stop('SIGKILL')
  if (docket) removeFolder(docket.folder)
})

test('in development, every component on one page and every message', async () => {
  docket = await startDocket({ NODE_ENV: 'development' })
  browser = await openBrowser()
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ ...desktop, colorScheme })
    await page.goto(`${docket.url}/development`)
    expect(await page.locator('main h2').allTextContents()).toEqual([
      'Type',
      'Notices',
      'Forms',
      'Lists and figures',
      'Messages',
    ])
    expect(await accessibilityProblems(page)).toEqual([])
  }
  const page = await browser.newPage(desktop)
  for (const name of ['entry-filed', 'entry-filed-text-only', 'entry-filed-test', 'confirmation']) {
    await page.goto(`${docket.url}/development/mail/${name}`)
    expect(await page.locator('body').textContent()).toMatch(/unsubscribe|confirm/i)
    await page.goto(`${docket.url}/development/mail/${name}?part=text`)
    expect(await page.locator('body').textContent()).toMatch(/unsubscribe|confirm/i)
  }
})

test('elsewhere there is no such page', async () => {
  docket = await startDocket()
  for (const path of ['/development', '/development/mail/entry-filed']) {
    expect((await fetch(docket.url + path)).status).toBe(404)
  }
})
