import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeContexts, openBrowser, openPage } from '../support/browser.ts'
import { type PublishedDocket, startPublishedDocket } from '../support/published-docket.ts'

let docket: PublishedDocket
let browser: Browser

beforeAll(async () => {
  docket = await startPublishedDocket()
  browser = await openBrowser()
})
afterAll(async () => {
  await closeContexts(browser)
  await docket?.close()
})

test.each(['/', '/entries/1', '/documents/1', '/api'])(
  'the content security policy refuses nothing on %s',
  async (path) => {
    const page = await openPage(browser, docket.origin)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.addInitScript(() => {
      const refused: string[] = []
      Object.assign(window, { refused })
      document.addEventListener('securitypolicyviolation', (event) => {
        refused.push(`${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    await page.goto(docket.origin + path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual(
      [],
    )
    expect(complaints).toEqual([])
  },
)

test('an inline script that would run is still refused', async () => {
  const page = await openPage(browser, docket.origin)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(docket.origin)
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return 'ran' in window
  })
  expect(ran).toBe(false)
  expect(complaints.join()).toContain('Content Security Policy')
})
