import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSignedIn, startWithAdministrator } from '../support/admin-browser.ts'
import {
  AXE,
  accessibilityProblems,
  COLOR_RULES,
  problemsLightAndDark,
} from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { isMatrix } from '../support/environment.ts'
import { addDetails, listPages, type SeenPage } from '../support/every-page.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { newDataFolder } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'
import { summerOfDownloads, writeDownloads } from '../support/write-downloads.ts'

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
  await importRecap(
    folder,
    lines.map((line) => `${line} ${length}`),
  )
  await inDatabaseOf(folder, (db) => addDetails(db, 3))
  // A few of each day: more rows of the same kind would only take longer.
  await writeDownloads(
    folder,
    summerOfDownloads(1).filter((_, index) => index % 4 === 0),
  )
  return startWithAdministrator({ NOTIFICATIONS_TEST_RECIPIENT: 'a@example.com' }, folder)
})

beforeAll(async () => {
  await makeStates(await openSignedIn(site.browser, site.docket.url, '/admin/entries/4/edit'))
  pages = (await listPages(site.docket.folder)).filter(isLookedAt)
})

/** The matrix checks every state of a page; otherwise only the first is checked, and these. */
const STATES = ['home-search', 'viewer', 'admin-access-mixed', 'admin-entry-new-refused']

function isLookedAt({ name, path, long }: SeenPage, index: number, all: SeenPage[]): boolean {
  if (long) return false
  const pageOf = (address: string) => address.split('?')[0]
  const isFirst = index === all.findIndex((one) => pageOf(one.path) === pageOf(path))
  return isMatrix() || isFirst || STATES.includes(name)
}

const LONG_NAME =
  'Federal Investment Markets Commission v. Harrow Creek Capital Partners, LLC, et al.'

/** A case with a long name, a draft, a deleted entry, two subscribers, one of them unsubscribed, a finished notification. */
async function makeStates(page: Page) {
  await page.selectOption('[name=status]', 'draft')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('were saved').waitFor()
  await page.goto(`${site.docket.url}/admin/settings`)
  await page.fill('[name=caption]', LONG_NAME)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('The settings were saved.').waitFor()
  await page.goto(`${site.docket.url}/admin/entries/5/delete`)
  await page.getByRole('button', { name: 'Delete this entry' }).click()
  for (const email of ['left@example.com', 'stays@example.com']) {
    await page.goto(site.docket.url)
    await page.fill('[name=email]', email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Subscribed.').waitFor()
  }
  await page.goto(`${site.docket.url}/admin/subscribers?q=left`)
  await page.getByRole('link', { name: 'left@example.com' }).click()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.goto(`${site.docket.url}/admin/entries/1/notifications/new`)
  await page.getByRole('button', { name: /^Send the test/ }).click()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
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

/** Dark mode changes only colors, and they are the same at every width, so only the wide page is checked. */
async function look(page: Page, { name, path, act }: SeenPage): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(site.docket.url + path)
  await act?.(page)
  // No script runs in the mail preview, so axe cannot either.
  const isScripted = name !== 'admin-mail'
  const keep = (kind: keyof typeof faults, problems: string[]) =>
    faults[kind].push(...problems.map((problem) => `${name}: ${problem}`))
  if (isScripted) keep('wide', await problemsLightAndDark(page))
  // On a phone the viewer does not open.
  if (name === 'viewer') return
  await page.emulateMedia({ forcedColors: 'active' })
  keep('unmarked', await page.evaluate(unmarked))
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 390, height: 900 })
  if (isScripted) keep('narrow', await accessibilityProblems(page, { without: COLOR_RULES }))
  if (path.startsWith('/admin')) {
    const top = await page.evaluate(topOfHeading)
    if (top > HEADING_WITHIN) keep('low', [`its heading begins at ${top} px`])
  }
  for (const width of ENLARGED) {
    await page.setViewportSize({ width, height: 700 })
    keep(
      'cut',
      (await page.evaluate(cutOff)).map((what) => `at ${width} px, ${what}`),
    )
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
    const administrator = await withAxe(
      await openSignedIn(site.browser, site.docket.url, '/admin', still),
    )
    for (const seen of pages) await look(seen.admin ? administrator : visitor, seen)
  })

  test('has no axe violations at 1280 px, light or dark', () => {
    expect(pages.length).toBeGreaterThan(isMatrix() ? 60 : 40)
    expect(faults.wide).toEqual([])
  })

  test('has no axe violations at 390 px', () => expect(faults.narrow).toEqual([]))

  test('neither scrolls sideways nor cuts anything at 200 % and 400 %', () =>
    expect(faults.cut).toEqual([]))

  test('of the administration has its heading at the top of a phone', () =>
    expect(faults.low).toEqual([]))

  test('marks the current item in forced colors', () => expect(faults.unmarked).toEqual([]))
})
