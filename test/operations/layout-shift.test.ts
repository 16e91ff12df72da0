import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { claimPdfViewer } from '../support/browser.ts'
import { siteInBrowser } from '../support/running-site.ts'
import { startSmallDocket } from '../support/small-docket.ts'

/* Nothing moves while a page loads, however late its fonts and scripts arrive. */

const site = siteInBrowser(() => startSmallDocket([2000, 2000, 2000]))

/* Fonts and scripts arrive one after the other, because each could move something. */
const SCRIPTS_LATE_MS = 250
const TYPEFACES_LATE_MS = 500

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

async function openContext(width: number): Promise<BrowserContext> {
  const context = await site.browser.newContext({ viewport: { width, height: 900 } })
  await claimPdfViewer(context)
  return context
}

/** A page whose scripts and fonts arrive late. The browser uses no cache while requests are intercepted. */
async function openLate(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await comesLate(page, /\.js$/, SCRIPTS_LATE_MS)
  await comesLate(page, /\.woff2$/, TYPEFACES_LATE_MS)
  return page
}

const comesLate = (page: Page, asset: RegExp, lateMs: number) =>
  page.route(asset, async (route) => {
    await sleep(lateMs)
    await route.continue()
  })

async function moved(page: Page, path: string): Promise<string[]> {
  await page.goto(site.docket.url + path)
  await sleep(TYPEFACES_LATE_MS)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const shifted = await page.evaluate<string[]>('window.moved')
  return shifted.map((one) => `${path}: ${one}`)
}

const paths = ['/', '/?q=order', '/?q=zzzz', '/entries/1', '/documents/1', '/verify', '/api']

const widths = [320, 390, 820, 1440, 2560]

test.each(widths)('nothing moves at %i px', async (width) => {
  const context = await openContext(width)
  // In parallel, because most of the time is spent waiting.
  const shifts = await Promise.all(
    paths.map(async (path) => {
      const page = await openLate(context)
      return moved(page, path)
    }),
  )
  await context.close()
  expect(shifts.flat()).toEqual([])
})

test.each(widths)('nothing moves for a returning visitor, at %i px', async (width) => {
  const page = await openLate(await openContext(width))
  await page.goto(site.docket.url)
  const aDayAgo = Date.now() - 86_400_000
  await page.evaluate(
    `localStorage.setItem('docket-visit', JSON.stringify({ at: ${aDayAgo}, newest: 1, since: null }))`,
  )
  expect(await moved(page, '/')).toEqual([])
  expect(await page.textContent('[data-news]')).toContain('3 new entries since your last visit')
  await page.context().close()
})
