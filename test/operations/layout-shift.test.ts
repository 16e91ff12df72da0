import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { claimPdfViewer } from '../support/browser.ts'
import { siteInBrowser } from '../support/running-site.ts'
import { startSmallDocket } from '../support/small-docket.ts'

/* Nothing moves while a page loads, however late its fonts and scripts arrive. */

const site = siteInBrowser(() => startSmallDocket([2000, 2000, 2000]))

const FONTS_LATE_MS = 500

/** Collects layout shifts as the browser measures them (Layout Instability API), to three decimals. */
const WATCH = `
  window.moved = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      if (value < 0.0005) continue
      const what = sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node?.nodeValue))
      window.moved.push(value.toFixed(4) + ' ' + what.join(' | '))
    }
  }).observe({ type: 'layout-shift', buffered: true })`

/** The browser uses no cache while requests are intercepted. */
const comesLate = (context: BrowserContext, asset: RegExp, lateMs: number) =>
  context.route(asset, async (route) => {
    await sleep(lateMs)
    await route.continue()
  })

async function moved(page: Page, path: string): Promise<string[]> {
  await page.goto(site.docket.url + path)
  await sleep(FONTS_LATE_MS)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const shifted = await page.evaluate<string[]>('window.moved')
  return shifted.map((one) => `${path}: ${one}`)
}

const paths = ['/', '/?q=order', '/?q=zzzz', '/entries/1', '/documents/1', '/verify', '/api']

test.each([320, 390, 820, 1440, 2560])('nothing moves at %i px', async (width) => {
  const context = await site.browser.newContext({ viewport: { width, height: 900 } })
  await claimPdfViewer(context)
  await context.addInitScript(WATCH)
  // One after the other, because each could move something.
  await comesLate(context, /\.js$/, 250)
  await comesLate(context, /\.woff2$/, FONTS_LATE_MS)
  // In parallel, because most of the time is spent waiting.
  const shifts = await Promise.all(paths.map(async (path) => moved(await context.newPage(), path)))
  await context.close()
  expect(shifts.flat()).toEqual([])
})
