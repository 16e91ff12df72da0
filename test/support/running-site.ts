import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { closeContexts, openBrowser } from './browser.ts'
import { type RunningDocket, removeFolder } from './run-docket.ts'

interface RunningSite {
  docket: RunningDocket
}

export interface SiteInBrowser extends RunningSite {
  browser: Browser
}

/** The program as `start` leaves it: there before the first test of a file, gone with its folder after the last. */
export function runningSite(start: () => Promise<RunningDocket>): RunningSite {
  const site = {} as RunningSite
  beforeAll(async () => {
    site.docket = await start()
  })
  afterAll(async () => {
    // Killed, because an unread download would delay a normal shutdown, which is tested elsewhere.
    await site.docket?.stop('SIGKILL')
    if (site.docket) removeFolder(site.docket.folder)
  })
  return site
}

/** The same, with a browser. */
export function siteInBrowser(
  start: () => Promise<RunningDocket>,
  open: () => Promise<Browser> = openBrowser,
): SiteInBrowser {
  const site = runningSite(start) as SiteInBrowser
  beforeAll(async () => {
    site.browser = await open()
  })
  afterAll(() => closeContexts(site.browser))
  return site
}
