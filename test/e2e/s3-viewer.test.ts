import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeContexts, desktop, fullChromium, openFullBrowser } from '../support/browser.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  startDocket,
} from '../support/run-docket.ts'
import { S3_KEYS, type S3Server, startS3Server } from '../support/s3-server.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

let server: S3Server
let proxy: FaultyProxy
let docket: RunningDocket
let browser: Browser

beforeAll(async () => {
  server = await startS3Server()
  proxy = await startFaultyProxy(server.endpoint)
  const folder = newDataFolder()
  const environment = {
    ...S3_KEYS,
    STORAGE_URL: server.url('docs', proxy.url),
    STORAGE_DOWNLOADS: 'redirect',
  }
  await loadSmallDocket(environment, folder, [300_000])
  docket = await startDocket(environment, folder)
  browser = await openFullBrowser()
}, 180_000)

afterAll(async () => {
  await closeContexts(browser)
  await docket?.stop('SIGKILL')
  await proxy?.stop()
  await server?.stop()
  removeFolder(docket.folder)
})

// Only a full Chromium has the PDF viewer.
it.skipIf(!fullChromium)(
  'the viewer in the page shows a PDF that comes from the store',
  async () => {
    const context = await browser.newContext(desktop)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    proxy.seen.length = 0
    await page.goto(docket.url)
    await page.locator('[data-view-document]').first().click()
    await expect.poll(() => proxy.seen.some((line) => /^GET .*\.pdf/.test(line))).toBe(true)
    await page.locator('[data-viewer] iframe').waitFor()
    await expect
      .poll(() => page.frames().some((frame) => frame.url().startsWith(proxy.url)), {
        timeout: 20_000,
      })
      .toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  },
)
