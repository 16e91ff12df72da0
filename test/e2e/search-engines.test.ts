import { expect, test } from 'vitest'
import { openPage } from '../support/browser.ts'
import { siteInBrowser } from '../support/running-site.ts'
import { startSmallDocket } from '../support/small-docket.ts'

const site = siteInBrowser(() => startSmallDocket([2000]))

test.each(['/', '/entries/1', '/documents/1', '/api'])(
  'the content security policy refuses nothing on %s',
  async (path) => {
    const page = await openPage(site.browser, site.docket.url)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.addInitScript(() => {
      const refused: string[] = []
      Object.assign(window, { refused })
      document.addEventListener('securitypolicyviolation', (event) => {
        refused.push(`${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await page.goto(site.docket.url + path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual(
      [],
    )
    expect(complaints).toEqual([])
  },
)

test('an inline script that would run is still refused', async () => {
  const page = await openPage(site.browser, site.docket.url)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(site.docket.url)
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return 'ran' in window
  })
  expect(ran).toBe(false)
  expect(complaints.join()).toContain('Content Security Policy')
})
