import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { claimPdfViewer, closeContexts, desktop, openBrowser, openPage } from './browser.ts'
import type { RunningDocket } from './run-docket.ts'

/** The program as `start` leaves it: there before the first test of a file, gone after the last. */
export function runningSite(start: () => Promise<RunningDocket>) {
  const site = {} as { docket: RunningDocket }
  beforeAll(async () => {
    site.docket = await start()
  })
  // Killed, because an unread download would delay a normal shutdown, which is tested elsewhere.
  afterAll(() => site.docket?.stop('SIGKILL'))
  return site
}

/** The same, with a browser. */
export function siteInBrowser(start: () => Promise<RunningDocket>) {
  const site = Object.assign(runningSite(start), {
    browser: {} as Browser,
    /** A page of the site in a browser without history, which says that it can show PDFs. */
    async open(options: BrowserContextOptions = desktop, path = '/') {
      const page = await openPage(site.browser, site.docket.url, options)
      await claimPdfViewer(page)
      await page.goto(site.docket.url + path)
      return page
    },
  })
  beforeAll(async () => {
    site.browser = await openBrowser()
  })
  afterAll(() => closeContexts(site.browser))
  return site
}
