import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSignedIn, startWithAdministrator } from '../support/admin-browser.ts'
import {
  accessibilityProblems,
  COLOR_RULES,
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

/** What is wrong on the pages, by the way in which they are looked at. */
const found: Record<'wide' | 'narrow' | 'sideways', string[]> = {
  wide: [],
  narrow: [],
  sideways: [],
}

/** Nothing but colors differs in the dark, and they are the same at every width: only the wide page is asked for them. */
async function look(page: Page, { name, path, act }: SeenPage): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(docket.url + path)
  await act?.(page)
  // No script runs in the preview of the mail, axe neither.
  const isScripted = name !== 'admin-mail'
  const keep = (kind: keyof typeof found, problems: string[]) =>
    found[kind].push(...problems.map((problem) => `${name}: ${problem}`))
  if (isScripted) keep('wide', await problemsLightAndDark(page))
  // On a phone the viewer does not open.
  if (name === 'viewer') return
  await page.setViewportSize({ width: 390, height: 900 })
  if (isScripted) keep('narrow', await accessibilityProblems(page, { without: COLOR_RULES }))
  await page.setViewportSize({ width: 320, height: 700 })
  keep('sideways', await widerThanWindow(page))
}

const widerThanWindow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? [`is ${scrollWidth} px wide`] : []
  })

describe('every page', () => {
  beforeAll(async () => {
    const still = { reducedMotion: 'reduce' } as const
    const visitor = await openVisitor(still)
    const administrator = await openSignedIn(browser, docket.url, '/admin', still)
    for (const seen of pages) await look(seen.admin ? administrator : visitor, seen)
  })

  test('is free of what axe finds at 1280 px, light and dark', () => {
    expect(pages.length).toBeGreaterThan(40)
    expect(found.wide).toEqual([])
  })

  test('is free of what axe finds at 390 px', () => expect(found.narrow).toEqual([]))

  test('does not scroll sideways at 320 px', () => expect(found.sideways).toEqual([]))
})

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
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press('Tab')
    buttons.push((await focused(page)).name)
  }
  expect(buttons).toEqual(['Next document', 'Copy Link', 'Download', 'Open in new tab', 'Close'])
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  const href = await link.getAttribute('href')
  const focusedHref = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  await expect.poll(focusedHref).toBe(href)
})
