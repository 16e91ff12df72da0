import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/platform/database/schema.ts'
import { openSignedIn, startWithAdministrator } from '../support/admin-browser.ts'
import { AXE, accessibilityProblems, problemsLightAndDark } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { isMatrix } from '../support/environment.ts'
import { addDetails, listPages, type SeenPage } from '../support/every-page.ts'
import { addAccesses } from '../support/expected-figures.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { newDataFolder, subscribeAt } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'

const LONG_NAME =
  'Federal Investment Markets Commission v. Harrow Creek Capital Partners, LLC, et al.'

let pages: SeenPage[]

const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  const length = 'of some length and substance, as filed by the parties '.repeat(3)
  const lines = [
    '1 2026-07-01 MOTION to Dismiss',
    '2026-07-02 Minute Entry for proceedings',
    '3 2026-07-03 ORDER denying 1 MOTION to Dismiss',
    '4 2026-07-04 BRIEF',
    '5 2026-07-05 NOTICE',
  ]
  copyPdfs(folder, 'order', '1', '3', '4', '5')
  const long = lines.map((line) => `${line} ${length}`)
  await importRecap(folder, long)
  await inDatabaseOf(folder, makeStates)
  return startWithAdministrator({ NOTIFICATIONS_TEST_RECIPIENT: 'a@example.com' }, folder)
})

/** A case with a long name, details of an entry, a draft, a deleted entry, and downloads with and without visitors' addresses. */
async function makeStates(db: Database) {
  await addDetails(db, 3)
  await db.updateTable('case_settings').set({ caption: LONG_NAME }).execute()
  const entries = db.updateTable('entries')
  await entries.set({ status: 'draft' }).where('number', '=', 4).execute()
  await entries.set({ deleted_at: Date.now() }).where('number', '=', 5).execute()
  const downloads = Array.from({ length: 28 }, (_, day) => ({
    accessed_at: Date.UTC(2024, 6, 16 + day, 16),
    client_ip: day < 14 ? null : `192.0.2.${day % 7}`,
  }))
  await addAccesses(db, downloads)
}

/** Two subscribers, one of whom has left, and a notification that was sent. */
beforeAll(async () => {
  const { folder, url } = site.docket
  for (const email of ['left@example.com', 'stays@example.com']) await subscribeAt(url, email)
  await inDatabaseOf(folder, (db) => {
    const left = db.updateTable('subscriptions').where('email', '=', 'left@example.com')
    return left.set({ state: 'unsubscribed' }).execute()
  })
  const page = await openSignedIn(site.browser, url, '/admin/entries/1/notifications/new')
  await page.getByRole('button', { name: /^Send the test/ }).click()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  pages = (await listPages(folder)).filter(isLookedAt)
})

/** The matrix checks every state of a page; otherwise only the first is checked, and these. */
const STATES = ['home-search', 'viewer', 'admin-access-mixed', 'admin-entry-new-refused']

function isLookedAt({ name, path, long }: SeenPage, index: number, all: SeenPage[]): boolean {
  if (long) return false
  const pageOf = (address: string) => address.split('?')[0]
  const isFirst = index === all.findIndex((one) => pageOf(one.path) === pageOf(path))
  return isMatrix() || isFirst || STATES.includes(name)
}

/** Loads axe into every page from the start: injecting it each time takes as long as a check. */
async function withAxe(page: Page): Promise<Page> {
  await page.addInitScript(AXE)
  return page
}

/** The problems found on the pages, by the way in which they are viewed. */
const faults = {
  wide: [] as string[],
  narrow: [] as string[],
  cut: [] as string[],
  low: [] as string[],
  unmarked: [] as string[],
}

/** On a phone, an admin page's first heading begins within this many pixels. */
const HEADING_WITHIN = 200
/** A window of 1280 px at 200 % and at 400 %. */
const ENLARGED = [640, 320]

/** Colors are the same at every width, so the wide page is checked in light colors, the narrow one in dark. */
async function look(page: Page, { name, path, act }: SeenPage): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(site.docket.url + path)
  await act?.(page)
  // No script runs in the mail preview, so axe cannot either.
  const isScripted = name !== 'admin-mail'
  const keep = (kind: keyof typeof faults, problems: string[]) =>
    faults[kind].push(...problems.map((problem) => `${name}: ${problem}`))
  if (name === 'viewer') {
    // On a phone it does not open.
    keep('wide', await problemsLightAndDark(page))
    return
  }
  if (isScripted) keep('wide', await accessibilityProblems(page))
  await page.emulateMedia({ forcedColors: 'active' })
  keep('unmarked', await page.evaluate(unmarked))
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 900 })
  if (isScripted) keep('narrow', await accessibilityProblems(page))
  if (path.startsWith('/admin')) {
    const top = await page.evaluate(topOfHeading)
    if (top > HEADING_WITHIN) keep('low', [`its heading begins at ${top} px`])
  }
  for (const width of ENLARGED) {
    await page.setViewportSize({ width, height: 700 })
    for (const what of await page.evaluate(cutOff)) keep('cut', [`at ${width} px, ${what}`])
  }
}

/** In the whole page, whatever the scroll position. */
const topOfHeading = () =>
  scrollY + (document.querySelector('h1')?.getBoundingClientRect().y ?? 10_000)

/** Elements that make the page scroll sideways, are beyond its edge, or do not have the space they need. */
function cutOff(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const cut = [...document.body.querySelectorAll('*')].filter((element) => {
    // Text for screen readers only, a field's own text, and the drawing of a chart.
    if (element.closest('.visually-hidden, .decoy, .skip-link, svg')) return false
    if (element.matches('input, textarea') || !element.checkVisibility()) return false
    const { left, right } = element.getBoundingClientRect()
    const isOutside = (right > clientWidth + 1 || left < -1) && !scrolls(element.parentElement)
    const { overflowX, overflowY } = getComputedStyle(element)
    const isTight =
      (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
      (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2)
    return isOutside || (isTight && element.clientWidth > 0)
  })
  return [...sideways, ...cut.map(({ outerHTML }) => `cut: ${outerHTML.slice(0, 120)}`)]
}

/** Links to the current page that are marked by color alone. */
const unmarked = () =>
  [...document.querySelectorAll('[aria-current]')]
    .filter((element) => getComputedStyle(element).outlineStyle !== 'solid')
    .map(({ outerHTML }) => outerHTML.slice(0, 120))

describe('every page', () => {
  beforeAll(async () => {
    const still = { reducedMotion: 'reduce' } as const
    const visitor = await withAxe(await site.open(still))
    const signedIn = await openSignedIn(site.browser, site.docket.url, '/admin', still)
    const administrator = await withAxe(signedIn)
    for (const seen of pages) await look(seen.admin ? administrator : visitor, seen)
  })

  test('has no axe violations at 1280 px, in light colors', () => {
    expect(pages.length).toBeGreaterThan(isMatrix() ? 60 : 40)
    expect(faults.wide).toEqual([])
  })

  test('has no axe violations at 390 px, in dark colors', () => expect(faults.narrow).toEqual([]))

  test('neither scrolls sideways nor cuts anything at 200 % and 400 %', () =>
    expect(faults.cut).toEqual([]))

  test('of the administration has its heading at the top of a phone', () =>
    expect(faults.low).toEqual([]))

  test('marks the current item in forced colors', () => expect(faults.unmarked).toEqual([]))
})
