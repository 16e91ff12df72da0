import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSignedIn, startWithAdministrator } from '../support/admin-browser.ts'
import {
  accessibilityProblems,
  claimPdfViewer,
  closeContexts,
  desktop,
  openBrowser,
  problemsLightAndDark,
} from '../support/browser.ts'
import { listPages, type SeenPage } from '../support/every-page.ts'
import { importRecap } from '../support/import-recap.ts'
import { newDataFolder, type RunningDocket, removeFolder } from '../support/run-docket.ts'
import { summerOfDownloads, writeDownloads } from '../support/write-downloads.ts'

let docket: RunningDocket
let browser: Browser
let pages: SeenPage[]

beforeAll(async () => {
  const folder = newDataFolder()
  mkdirSync(join(folder, 'pdfs'))
  const titles = ['MOTION to Dismiss', 'Minute Entry for proceedings', 'ORDER', 'BRIEF', 'NOTICE']
  const docket_entries = titles.map((description, index) => ({
    document_number: description.startsWith('Minute') ? null : String(index + 1),
    date_filed: `2026-07-0${index + 1}`,
    description: `${description} ${'of some length and substance, as filed by the parties '.repeat(3)}`,
  }))
  for (const number of [1, 3, 4, 5]) {
    copyFileSync('test/fixtures/pdfs/order.pdf', join(folder, `pdfs/${number}.pdf`))
  }
  await importRecap(folder, docket_entries)
  docket = await startWithAdministrator({ NOTIFICATIONS_TEST_RECIPIENT: 'a@example.com' }, folder)
  await writeDownloads(folder, summerOfDownloads(1))
  browser = await openBrowser()
  await makeStates(await openSignedIn(browser, docket.url, '/admin/entries/4/edit'))
  pages = listPages(docket.folder).filter(({ long }) => !long)
})

afterAll(async () => {
  await closeContexts(browser)
  await docket?.stop('SIGKILL')
  if (docket) removeFolder(docket.folder)
})

/** A draft, a deleted entry, two subscribers of whom one left, a notification that ended. */
async function makeStates(page: Page) {
  await page.selectOption('[name=status]', 'draft')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('were saved').waitFor()
  await page.goto(`${docket.url}/admin/entries/5/delete`)
  await page.getByRole('button', { name: 'Delete this entry' }).click()
  for (const email of ['left@example.com', 'stays@example.com']) {
    await page.goto(docket.url)
    await page.fill('[name=email]', email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Subscribed.').waitFor()
  }
  await page.goto(`${docket.url}/admin/subscribers?q=left`)
  await page.getByRole('link', { name: 'Unsubscribe left@example.com' }).click()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.goto(`${docket.url}/admin/entries/1/notifications/new`)
  await page.getByRole('button', { name: /^Send the test/ }).click()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
}

async function openVisitor(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  await claimPdfViewer(context)
  return context.newPage()
}

/** Each page once, with what `look` finds on it; signed in for the administrators' pages. */
async function lookAtAll(
  seen: SeenPage[],
  options: BrowserContextOptions,
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const still = { ...options, reducedMotion: 'reduce' } as const
  const visitor = await openVisitor(still)
  const administrator = await openSignedIn(browser, docket.url, '/admin', still)
  const found: string[] = []
  for (const { name, path, admin, act } of seen) {
    const page = admin ? administrator : visitor
    await page.goto(docket.url + path)
    await act?.(page)
    found.push(...(await look(page)).map((problem) => `${name}: ${problem}`))
  }
  return found
}

// The colors are the same at every width: the dark ones are looked at once.
test.each([
  { width: 390, themes: 'light', look: accessibilityProblems },
  { width: 1280, themes: 'light and dark', look: problemsLightAndDark },
])(
  'axe finds nothing on any page at $width px, $themes',
  async ({ width, look }) => {
    expect(pages.length).toBeGreaterThan(40)
    // No script runs in the preview of the mail, axe neither.
    const scripted = pages.filter(({ name }) => name !== 'admin-mail')
    const found = await lookAtAll(scripted, { viewport: { width, height: 900 } }, (page) =>
      look(page),
    )
    expect(found).toEqual([])
  },
  400_000,
)

test('no page scrolls sideways at 320 px', async () => {
  const options = { viewport: { width: 320, height: 700 } }
  const found = await lookAtAll(pages, options, (page) =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth > clientWidth ? [`is ${scrollWidth} px wide`] : []
    }),
  )
  expect(found).toEqual([])
}, 400_000)

/** What has the focus, and whether one can see that. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return { name: '', visible: false }
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    const name = element.textContent?.trim() || element.getAttribute('name') || element.tagName
    return { name, visible: outlineStyle !== 'none' || boxShadow !== 'none' }
  })

test('the keyboard: skip link first, focus always seen, the viewer’s buttons in order, Escape back', async () => {
  const page = await openVisitor(desktop)
  await page.goto(docket.url)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toEqual({ name: 'Skip to content', visible: true })
  await page.keyboard.press('Enter')
  await page.waitForURL(/#content$/)
  const names: string[] = []
  for (let presses = 0; presses < 80 && !names.includes('Subscribe'); presses++) {
    await page.keyboard.press('Tab')
    const { name, visible } = await focused(page)
    expect([name, visible]).toEqual([name, true])
    names.push(name)
  }
  expect(names).toContain('Subscribe')

  const link = page.locator('main a[href*="/documents/"]').first()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor()
  const buttons: string[] = []
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab')
    buttons.push((await focused(page)).name)
  }
  expect(buttons).toEqual(['Copy Link', 'Download', 'Open in new tab', 'Close'])
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  const href = await link.getAttribute('href')
  const focusedHref = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  await expect.poll(focusedHref).toBe(href)
})
