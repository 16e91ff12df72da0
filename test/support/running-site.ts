import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { claimPdfViewer, closeContexts, desktop, openBrowser, openPage } from './browser.ts'
import type { RunningDocket } from './run-docket.ts'

interface RunningSite {
  docket: RunningDocket
}

interface SiteInBrowser extends RunningSite {
  browser: Browser
  /** A page of the site in a browser without history, which says that it can show PDFs. */
  open(options?: BrowserContextOptions, path?: string): Promise<Page>
}

/** The program as `start` leaves it: there before the first test of a file, gone after the last. */
export function runningSite(start: () => Promise<RunningDocket>): RunningSite {
  const site = {} as RunningSite
  beforeAll(async () => {
    site.docket = await start()
  })
  // Killed, because an unread download would delay a normal shutdown, which is tested elsewhere.
  afterAll(() => site.docket?.stop('SIGKILL'))
  return site
}

/** The same, with a browser. */
export function siteInBrowser(start: () => Promise<RunningDocket>): SiteInBrowser {
  const site = runningSite(start) as SiteInBrowser
  site.open = async (options = desktop, path = '/') => {
    const page = await openPage(site.browser, site.docket.url, options)
    await claimPdfViewer(page)
    await page.goto(site.docket.url + path)
    return page
  }
  beforeAll(async () => {
    site.browser = await openBrowser()
  })
  afterAll(() => closeContexts(site.browser))
  return site
}
