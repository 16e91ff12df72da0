import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  startDocket,
} from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/* Nothing moves while a page loads, however late its typefaces and its scripts come. */

let docket: RunningDocket
let browser: Browser

beforeAll(async () => {
  const folder = newDataFolder()
  await loadSmallDocket({}, folder, [2000, 2000, 2000])
  docket = await startDocket({}, folder)
  browser = await openBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await docket?.stop()
  if (docket) removeFolder(docket.folder)
})

const LATE_MS = 400

/** Collects what moved, as the browser itself measures it (Layout Instability API), down to the third decimal. */
const WATCH = `
  window.moved = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      if (value < 0.0005) continue
      const what = sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node?.nodeValue))
      window.moved.push(value.toFixed(4) + ' ' + what.join(' | '))
    }
  }).observe({ type: 'layout-shift', buffered: true })`

/** A page whose assets of this kind come late. */
async function openLate(width: number, late: RegExp): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.route(late, async (route) => {
    await sleep(LATE_MS)
    await route.continue()
  })
  return page
}

async function moved(page: Page, path: string): Promise<string[]> {
  await page.goto(docket.url + path)
  await sleep(LATE_MS)
  const found = await page.evaluate<string[]>('window.moved')
  return found.map((one) => `${path}: ${one}`)
}

const paths = ['/', '/?q=order', '/?q=zzzz', '/entries/1', '/documents/1', '/verify', '/api']

describe.each([
  ['scripts', /\.js$/],
  ['typefaces', /\.woff2$/],
])('with late %s', (_, late) => {
  test.each([320, 390, 820, 1440, 2560])('nothing moves at %i px', async (width) => {
    const found: string[] = []
    for (const path of paths) {
      const page = await openLate(width, late)
      found.push(...(await moved(page, path)))
      await page.context().close()
    }
    expect(found).toEqual([])
  })
})

test.each([320, 390, 820, 1440])('nothing moves for who returns, at %i px', async (width) => {
  const page = await openLate(width, /\.js$/)
  await page.goto(docket.url)
  const aDayAgo = Date.now() - 86_400_000
  await page.evaluate(
    `localStorage.setItem('docket-visit', JSON.stringify({ at: ${aDayAgo}, newest: 1, since: null }))`,
  )
  expect(await moved(page, '/')).toEqual([])
  expect(await page.textContent('[data-news]')).toContain('3 new entries since your last visit')
  await page.context().close()
})
