import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, desktop, openPage, phone, sizes } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { inspectBytes } from '../support/inspected-pdf.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'

/* What a newcomer meets before scrolling, and what does not need a script. */

const CAPTION = 'CATALYST PHARMACEUTICALS, INC. v. ANNORA PHARMA PRIVATE LIMITED'
const LONG = `${CAPTION}, ${'GRACE CONSULTING SERVICES, INC., '.repeat(5)}HETERO USA, INC.`
let folder = ''

const site = siteInBrowser(async () => {
  folder = newDataFolder()
  copyPdfs(folder, 'order', '60', '60-1')
  const about = { case_name: CAPTION, date_filed: '2023-03-01', court_id: 'njd' }
  const lines = Array.from(
    { length: 60 },
    (_, at) => `${at + 1} 2026-07-01 ORDER granting ${at} Motion`,
  )
  await importRecap(folder, lines, {}, about)
  await addDatesAndKeyDocuments()
  return startDocket({}, folder)
})

const addDatesAndKeyDocuments = () =>
  inDatabaseOf(folder, async (db) => {
    const newest = db.selectFrom('entries').select('id').where('number', '=', 60)
    const { id } = await newest.executeTakeFirstOrThrow()
    const hearings = ['01', '02', '03', '04'].map((month) => ({
      entry_id: id,
      uid: month,
      kind: 'hearing' as const,
      held_on: `2099-${month}-15`,
      place: 'Courtroom 4B, United States Courthouse',
      note: 'Status conference',
      sequence_base: 0,
      updated_at: 0,
    }))
    await db.insertInto('entry_events').values(hearings).execute()
    await db.updateTable('documents').set({ pinned_at: 1 }).execute()
  })

const describeCase = (caption: string, announcement = '') =>
  inDatabaseOf(folder, (db) =>
    db
      .updateTable('case_settings')
      .set({ caption, announcement, contact: 'Jane Roe, (212) 555-0142' })
      .execute(),
  )

/** Whether nothing of the caption is cut off. */
const isWhole = (page: Page) =>
  page.locator('.caption-parties').evaluate((one) => {
    const isCut = one.scrollHeight > one.clientHeight + 1
    return !isCut || getComputedStyle(one).overflow === 'visible'
  })

it.each([
  [353, 700],
  [390, 844],
  [430, 844],
  [820, 900],
  [1440, 900],
])('the caption is whole and Subscribe in the first screen at %i by %i', async (width, height) => {
  await describeCase(CAPTION)
  const page = await site.open({ viewport: { width, height } })
  expect(await isWhole(page)).toBe(true)
  const subscribe = page
    .locator('main')
    .getByText('Subscribe', { exact: true })
    .locator('visible=true')
  const box = await subscribe.first().boundingBox()
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

it('key documents and dates follow each other closely beside a long docket', async () => {
  const page = await site.open({ viewport: { width: 1440, height: 900 } })
  const [documents, dates] = await Promise.all(
    ['Key documents', 'Hearings and deadlines'].map((name) =>
      page.locator('.home-beside').getByRole('heading', { name }).boundingBox(),
    ),
  )
  expect((dates?.y ?? 0) - (documents?.y ?? 0)).toBeGreaterThan(0)
  expect((dates?.y ?? 0) - (documents?.y ?? 0)).toBeLessThan(400)
})

describe.each(sizes)('on $name', ({ options }) => {
  it('a long caption opens with “more”, without JavaScript', async () => {
    await describeCase(LONG)
    const page = await site.open({ ...options, javaScriptEnabled: false })
    expect(await isWhole(page)).toBe(false)
    await page.locator('.caption-more summary').click()
    expect(await isWhole(page)).toBe(true)
  })

  it('the caption, the announcement, and the open filters are accessible', async () => {
    await describeCase(LONG, 'The claims bar date is 03/15/2027.')
    const page = await site.open(options)
    await page.getByText('Filter and sort').click()
    expect(await page.getByRole('complementary', { name: 'Announcement' }).textContent()).toContain(
      'claims bar date',
    )
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(`${site.docket.url}/ecf/999`)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('a ZIP without documents is refused with a message beside its button', async () => {
    const page = await site.open(options, '/entries/60')
    await page.getByRole('button', { name: 'Download selected' }).click()
    expect(await page.textContent('[data-selection-report]')).toContain('Select documents first')
    expect(new URL(page.url()).pathname).toBe('/entries/60')
  })
})

it('the whole docket is printed, with the day, when the page for it opens', async () => {
  const page = await openPage(site.browser, site.docket.url, desktop)
  await page.addInitScript('window.print = () => { window.printed = true }')
  await page.goto(site.docket.url)
  await page.getByRole('link', { name: 'Print all 60' }).click()
  await page.waitForFunction('window.printed')
  expect(await page.locator('.entry').count()).toBe(60)
  await page.emulateMedia({ media: 'print' })
  const sheet = await page.locator('.case-on-paper').textContent()
  expect(sheet).toMatch(/Printed \d\d\/\d\d\/\d{4}/)
  await expectTitlesAcross(page)
})

it('in print, the case is on every sheet, and no buttons are', async () => {
  await describeCase(CAPTION)
  const page = await site.open(desktop)
  const { pages } = await inspectBytes(await page.pdf())
  expect(pages.length).toBeGreaterThan(3)
  for (const sheet of pages) expect(sheet).toMatch(/CATALYST PHARMACEUTICALS/i)
  expect(pages.join()).not.toMatch(/Download|Subscribe|Search/)
})

/** Titles beside their numbers, across the sheet. */
async function expectTitlesAcross(page: Page) {
  const width = (one: Element) => one.getBoundingClientRect().width
  const list = await page.locator('.documents').first().evaluate(width)
  const title = await page.locator('.document-title').first().evaluate(width)
  expect(title).toBeGreaterThan(list / 2)
}

it('the note of a missing document is no wider than the rest of its entry', async () => {
  const page = await site.open({ viewport: { width: 1440, height: 900 } }, '/entries/1')
  const width = (one: Element) => one.getBoundingClientRect().width
  const rest = await page.locator('.neighbors').evaluate(width)
  expect(await page.locator('.entry-page > .notice').evaluate(width)).toBe(rest)
})

it('an entry is printed with its documents on a line each, and without links to click', async () => {
  const page = await site.open(desktop, '/entries/60')
  expect(await page.getByText('Add to calendar').first().isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Add to calendar').first().isVisible()).toBe(false)
  await expectTitlesAcross(page)
})

it('each request of the API has the whole width of a phone', async () => {
  const page = await site.open(phone, '/api')
  const width = (one: Element) => one.getBoundingClientRect().width
  expect(await page.locator('tbody td').first().evaluate(width)).toBeGreaterThan(300)
})

it('the feed opens as a page that says what it is', async () => {
  const page = await site.open(phone, '/feed.xml')
  const shown = await page.evaluate(
    "getComputedStyle(document.documentElement, '::before').content + getComputedStyle(document.querySelector('id')).display",
  )
  expect(shown).toContain('This is a feed')
  const size = 'parseFloat(getComputedStyle(document.documentElement).fontSize)'
  expect(await page.evaluate(`${size} * screen.width / innerWidth`)).toBeGreaterThan(14)
  expect(shown).toMatch(/none$/)
  const program = await fetch(`${site.docket.url}/feed.xml`)
  expect(program.headers.get('content-type')).toContain('application/atom+xml')
})
