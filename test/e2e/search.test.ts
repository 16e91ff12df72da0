import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, desktop, sizes } from '../support/browser.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'
import { writeTextPdf } from '../support/text-pdf.ts'

const DOCKET = [
  '7 2026-01-02 MOTION to Dismiss filed by Jane Roe. The receiver is not a party.',
  '45 2026-03-01 MOTION to Appoint a Receiver filed by Harbor Freight Co.',
  '45-1 Declaration',
  '45-2 Survey of Gull Point',
  '46 2026-03-05 ORDER granting 45 Motion. Receivers are appointed.',
  '47 2026-03-06 EXHIBIT volume, photographed',
]

/* A reader searches for words, a phrase, or a docket number, filters, sorts, and goes back. */

const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  copyPdfs(folder, 'scan', '47')
  const write = (name: string, pages: string[]) =>
    writeTextPdf(join(folder, 'pdfs', `${name}.pdf`), pages)
  await write('7', ['The complaint states no claim.'])
  await write('45', ['Harbor asks the court to act.', 'The receiver shall report every month.'])
  await write('45-1', ['I declare under penalty of perjury.'])
  await write('45-2', ['Survey', 'Nothing here', 'The lighthouse stands at the tip of the point.'])
  await write('46', ['It is so ordered. The motion, ECF 45-2 among its papers, is granted.'])
  await importRecap(folder, DOCKET)
  return startDocket({}, folder)
})

/** Types into the search box and presses Enter. */
async function look(page: Page, words: string) {
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === words)
}

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
/** As they are shown, without the text for screen readers. */
async function listNumbers(page: Page) {
  const shown = await page.locator('.entry .entry-number').allInnerTexts()
  return shown.map((text) => Number(text.replace(/\D+/g, '')))
}
/** The best match first; the databases order the others differently. */
async function expectReceivers(page: Page) {
  const [first, ...others] = await listNumbers(page)
  expect([first, ...others.sort((a, b) => a - b)]).toEqual([45, 7, 46])
}
const marks = (page: Page, within: string) => page.locator(`${within} mark`).allTextContents()

describe.each(sizes)('on $name', ({ options }) => {
  it('words are found in the entries’ text and in the PDFs, marked, with the page named; a typo is corrected', async () => {
    const page = await site.open(options)
    await look(page, 'receiver')
    await expectReceivers(page)
    expect(await page.textContent('.docket-count')).toContain('3 entries found, best match first.')
    expect(await marks(page, '.entry-title')).toEqual(['Receiver'])
    expect(await marks(page, '.entry-text')).toContain('Receivers')
    const inPdf = page.locator('.found-pages')
    expect(await inPdf.count()).toBe(1)
    const found = /^ECF 45, page 2: “?The receiver shall report every month\.”?$/
    expect(await inPdf.textContent()).toMatch(found)
    expect(await marks(page, '.found-pages')).toEqual(['receiver'])
    // Directly below the title come the entry's own words, then the page's.
    const entry = page.locator('.entry', { has: inPdf })
    const boxes = ['.entry-title', '.entry-text', '.found-pages', '.documents'].map((part) =>
      entry.locator(part).boundingBox(),
    )
    const tops = (await Promise.all(boxes)).map((box) => box?.y ?? 0)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect((tops[2] ?? 0) - (tops[0] ?? 0)).toBeLessThan(160)

    await look(page, 'Recever')
    await expectReceivers(page)
    expect(await page.inputValue('#filter-q')).toBe('Recever')
    expect(await accessibilityProblems(page)).toEqual([])
    const meant = page.locator('.search-suggestion').getByRole('link')
    expect(await meant.getAttribute('href')).toBe('/?q=receiver')
  })

  it('the viewer opens at the page', async () => {
    const page = await site.open(options, '/?q=lighthouse')
    const link = page.getByRole('link', { name: 'ECF 45-2, page 3' })
    const address = /\/api\/documents\/\d+\/download#page=3(&|$)/
    if (options.isMobile) {
      // The PDF itself, in a new tab: the link's target at the time of the click.
      await link.evaluate((element: HTMLAnchorElement) =>
        window.addEventListener('click', (event) => {
          document.body.dataset.opened = `${element.target} ${element.href}`
          event.preventDefault()
        }),
      )
      await link.click()
      const opened = (await page.getAttribute('body', 'data-opened')) ?? ''
      expect(opened).toMatch(/^_blank /)
      expect(opened).toMatch(address)
    } else {
      await link.click()
      await page.locator('dialog[open] iframe').waitFor()
      expect(await page.getAttribute('dialog[open] iframe', 'src')).toMatch(address)
      expect(await page.textContent('[data-viewer-title]')).toContain('Survey of Gull Point')
      expect(page.url()).toMatch(/\/documents\/\d+\?page=3$/)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => query(page)).toEqual({ q: 'lighthouse' })
    }
  })
})

it('works without JavaScript: form, results, marks, the page of the PDF', async () => {
  const page = await site.open({ ...desktop, javaScriptEnabled: false })
  await page.fill('#filter-q', 'lighthouse')
  await page.getByText('Filter and sort').click()
  await page.selectOption('#filter-type', 'Motion')
  await page.selectOption('#filter-filer', 'Harbor Freight Co.')
  await page.fill('#filter-from', '2026-02-01')
  await page.fill('#filter-to', '2026-03-04')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/q=lighthouse/)
  const dates = { from: '2026-02-01', to: '2026-03-04' }
  expect(query(page)).toMatchObject({ type: 'Motion', filer: 'Harbor Freight Co.', ...dates })
  expect(await listNumbers(page)).toEqual([45])
  expect(await page.inputValue('#filter-from')).toBe('2026-02-01')
  expect(await page.locator('mark').allTextContents()).toEqual(['lighthouse'])
  const hit = page.getByRole('link', { name: 'ECF 45-2, page 3' })
  expect(await hit.getAttribute('data-link')).toMatch(/\/documents\/\d+\?page=3$/)
  await hit.click()
  await page.waitForURL(/\/documents\/\d+\?page=3$/)
  const open = page.getByRole('link', { name: 'Open the PDF at page 3' })
  expect(await open.getAttribute('href')).toMatch(/#page=3$/)
})
