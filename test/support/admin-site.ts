import type { BrowserContextOptions, Page } from 'playwright-core'
import { openSignedIn, startWithAdministrator } from './admin-browser.ts'
import { desktop } from './browser.ts'
import type { RunningDocket } from './run-docket.ts'
import { type SiteInBrowser, siteInBrowser } from './running-site.ts'

interface AdminSite {
  site: SiteInBrowser
  /** A page in a new browser context, signed in. */
  openAdmin(path: string, options?: BrowserContextOptions): Promise<Page>
  /** What a visitor gets at this path. */
  publicStatus(path: string): Promise<number>
}

/** The program with an administrator, for the tests of a file, and signed-in browsers. */
export function adminSite(start: () => Promise<RunningDocket> = startWithAdministrator): AdminSite {
  const site = siteInBrowser(start)
  return {
    site,
    openAdmin: (path, options = desktop) =>
      openSignedIn(site.browser, site.docket.url, path, options),
    publicStatus: async (path) => (await fetch(site.docket.url + path)).status,
  }
}
