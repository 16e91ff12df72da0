import { openSignedIn, startWithAdministrator } from './admin-browser.ts'
import { desktop } from './browser.ts'
import type { RunningDocket } from './run-docket.ts'
import { siteInBrowser } from './running-site.ts'

/** The program with an administrator, for the tests of a file, and signed-in browsers. */
export function adminSite(start: () => Promise<RunningDocket> = startWithAdministrator) {
  const site = siteInBrowser(start)
  return {
    site,
    openAdmin: (path: string, options = desktop) =>
      openSignedIn(site.browser, site.docket.url, path, options),
    publicStatus: async (path: string) => (await fetch(site.docket.url + path)).status,
  }
}
