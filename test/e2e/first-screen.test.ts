import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
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
  const numbers = [...Array(60).keys()]
  const lines = numbers.map((at) => `${at + 1} 2026-07-01 ORDER granting ${at} Motion`)
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
    }))
    await db.insertInto('entry_events').values(hearings).execute()
    await db.updateTable('documents').set({ pinned_at: 1 }).execute()
  })

const describeCase = (caption: string, announcement = '') =>
  inDatabaseOf(folder, (db) => {
    const about = { caption, announcement, contact: 'Jane Roe, (212) 555-0142' }
    return db.updateTable('case_settings').set(about).execute()
  })

/** Whether nothing of the caption is cut off. */
const isWhole = (page: Page) =>
  page.locator('.caption-parties').evaluate((one) => {
    const isCut = one.scrollHeight > one.clientHeight + 1
    return !isCut || getComputedStyle(one).overflow === 'visible'
  })

it('the caption is whole and Subscribe in the first screen at every width; key documents and dates are close together', async () => {
  await describeCase(CAPTION)
  const page = await site.open()
  const subscribe = page.locator('main').getByText('Subscribe', { exact: true })
  const heights = { 353: 700, 390: 844, 430: 844, 820: 900, 1440: 900 }
  for (const [width, height] of Object.entries(heights)) {
    await page.setViewportSize({ width: Number(width), height })
    expect(await isWhole(page)).toBe(true)
    const box = await subscribe.locator('visible=true').first().boundingBox()
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
  const top = async (name: string) => {
    const heading = page.locator('.home-beside').getByRole('heading', { name })
    return (await heading.boundingBox())?.y ?? 0
  }
  const apart = (await top('Hearings and deadlines')) - (await top('Key documents'))
  expect(apart).toBeGreaterThan(0)
  expect(apart).toBeLessThan(400)
})

it.each(sizes)(
  'a long caption opens with “more”, without JavaScript; it, the announcement, and the open filters are accessible ($name)',
  async ({ options }) => {
    await describeCase(LONG, 'The claims bar date is 03/15/2027.')
    const plain = await site.open({ ...options, javaScriptEnabled: false })
    expect(await isWhole(plain)).toBe(false)
    await plain.locator('.caption-more summary').click()
    expect(await isWhole(plain)).toBe(true)
    const page = await site.open(options, '/?q=60')
    await page.getByText('Filter and sort').click()
    const announcement = page.getByRole('complementary', { name: 'Announcement' })
    expect(await announcement.textContent()).toContain('claims bar date')
    expect(await accessibilityProblems(page)).toEqual([])
  },
)

it('the whole docket is printed, with the day and the case on every sheet, and no buttons, when the page for it opens', async () => {
  await describeCase(CAPTION)
  const page = await openPage(site.browser, site.docket.url, desktop)
  await page.addInitScript('window.print = () => { window.printed = true }')
  await page.goto(site.docket.url)
  await page.getByRole('link', { name: 'Print all 60' }).click()
  await page.waitForFunction('window.printed')
  expect(await page.locator('.entry').count()).toBe(60)
  const { pages } = await inspectBytes(await page.pdf())
  expect(pages.length).toBeGreaterThan(3)
  for (const sheet of pages) expect(sheet).toMatch(/CATALYST PHARMACEUTICALS/i)
  expect(pages.join()).toMatch(/Printed \d\d\/\d\d\/\d{4}/)
  expect(pages.join()).not.toMatch(/Download|Subscribe|Search/)
})

function widthOf(page: Page, selector: string): Promise<number> {
  const first = page.locator(selector).first()
  return first.evaluate((one) => one.getBoundingClientRect().width)
}

it('an entry is printed with its documents on a line each, and without links to click', async () => {
  const page = await site.open(desktop, '/entries/60')
  expect(await page.getByText('Add to calendar').first().isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Add to calendar').first().isVisible()).toBe(false)
  // Titles beside their numbers, across the sheet.
  const list = await widthOf(page, '.documents')
  expect(await widthOf(page, '.document-title')).toBeGreaterThan(list / 2)
})

it('the note of a missing document is no wider than the rest of its entry', async () => {
  const page = await site.open(desktop, '/entries/1')
  const rest = await widthOf(page, '.neighbors')
  expect(await widthOf(page, '.entry-page > .notice')).toBe(rest)
})

it('each request of the API has the whole width of a phone', async () => {
  const page = await site.open(phone, '/api')
  expect(await widthOf(page, 'tbody td')).toBeGreaterThan(300)
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
})
