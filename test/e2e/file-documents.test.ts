import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startWithAdministrator } from '../support/admin-browser.ts'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, desktop, phone } from '../support/browser.ts'
import { press } from '../support/entry-pages.ts'
import { newFolder } from '../support/new-folder.ts'
import { stamped, writeTextPdf } from '../support/text-pdf.ts'

const { site, openAdmin, publicStatus } = adminSite(() =>
  startWithAdministrator({ NOTIFICATIONS_TEST_RECIPIENT: 'test@example.org' }),
)

const folder = newFolder()

/** Two stamped motions, a letter with only a file name, and an order whose text has an identifier. */
async function writeFilings(first: number): Promise<string[]> {
  const files: [name: string, words: string, number?: number][] = [
    [`scan${first}.pdf`, 'MOTION TO COMPEL\n\nThe parties say.', first],
    [`scan${first + 1}.pdf`, 'NOTICE OF APPEARANCE\n\nHere.', first + 1],
    [`${first + 2} Letter.pdf`, 'dear judge, this is a letter'],
    [`x${first}.pdf`, 'ORDER GRANTING MOTION TO SEAL\n\nSSN 212-45-6789 of a party.', first + 3],
  ]
  const paths: string[] = []
  for (const [name, words, number] of files) {
    const path = join(folder, name)
    const stamp = number === undefined ? undefined : stamped(number, 1, { filed: '07/06/26' })
    await writeTextPdf(path, [words], stamp)
    paths.push(path)
  }
  return paths
}

test.each([
  ['desktop', 301, desktop],
  ['phone without JavaScript', 401, { ...phone, javaScriptEnabled: false }],
] as const)('guesses and findings wait, each for one click (%s)', async (_, first, options) => {
  const page = await openAdmin('/admin/filings/new', options)
  await page.locator('#field-documents').setInputFiles(await writeFilings(first))
  await press(page, 'Read the files')
  await page.waitForURL(/\/admin\/filings\/\d+$/)
  const summary = page.getByText('4 entries: 2 ready, 1 needs a decision, 1 was guessed.')
  await summary.waitFor({ timeout: 60_000 })
  if (options === desktop) {
    expect(await accessibilityProblems(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await accessibilityProblems(page)).toEqual([])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
  }

  await press(page, 'Publish 2 entries')
  await page.getByText('2 entries published, 2 entries remaining.').waitFor()
  await page.getByText('Some values were not read from the PDF.').waitFor()
  await press(page, /^Accept/)
  await page.getByText('Changes saved.').waitFor()
  await page.getByText('2 entries: 1 ready, 1 needs a decision.').waitFor()
  await press(page, /^Remove ?: ORDER/)
  await press(page, /^Undo ?: ORDER/)
  await press(page, 'Publish 1 entry')
  await page.getByText('3 entries published, 1 entry remaining.').waitFor()
  expect(await publicStatus(`/ecf/${first + 2}`)).toBe(200)
  await page.getByLabel('Reason for publishing anyway').fill('It is public elsewhere.')
  await press(page, /^Publish anyway/)
  await page.getByText('4 entries published.').waitFor()
})

test('a Save keeps the scroll position', async () => {
  const page = await openAdmin('/admin/filings/new', { viewport: { width: 900, height: 600 } })
  await page.locator('#field-documents').setInputFiles((await writeFilings(501)).slice(0, 2))
  await press(page, 'Read the files')
  await page.getByText('2 entries: 2 ready').waitFor({ timeout: 60_000 })
  const last = page.getByRole('button', { name: 'Save changes' }).last()
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(500)
  await last.click()
  await page.getByText('Changes saved.').waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(before, -1)

  await page.locator('[name^="number-"]').first().fill('x')
  await last.click()
  const error = page.locator('[data-field^="number"] .field-error:visible')
  const lines = (one: Element) => one.getBoundingClientRect().height / 20
  expect(await error.evaluate(lines)).toBeLessThan(4)
})

/** Counts clicks and keystrokes on every page from here on. */
async function countInput(page: Page): Promise<{ clicks: number; keys: number }> {
  const counted = { clicks: 0, keys: 0 }
  await page.exposeFunction('countInput', (kind: 'clicks' | 'keys') => {
    counted[kind] += 1
  })
  await page.addInitScript(() => {
    const { countInput } = window as unknown as { countInput: (kind: string) => void }
    addEventListener('pointerdown', () => countInput('clicks'), true)
    addEventListener('keydown', () => countInput('keys'), true)
  })
  await page.reload()
  return counted
}

/** A folder with a subfolder, as dropped from the desktop. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data })
  }
}

test('a folder of stamped filings with exhibits, from the dashboard to published and notified: 5 clicks, no typing', async () => {
  const today = join(newFolder(), 'Today')
  mkdirSync(today)
  const headings = ['MOTION TO COMPEL', 'STIPULATION OF DISMISSAL']
  // File names as a scanner gives them: only the stamp identifies them.
  for (const [index, heading] of headings.entries())
    for (const attachment of [0, 1]) {
      const name = `scan${900 - 10 * index - attachment}.pdf`
      const words = attachment === 0 ? `${heading}\n\nThe parties say.` : `EXHIBIT ${attachment}`
      const stamp = stamped(601 + index, 1, { attachment, filed: '07/06/26' })
      await writeTextPdf(join(today, name), [words], stamp)
    }
  const page = await openAdmin('/admin')
  const counted = await countInput(page)
  await page.getByRole('link', { name: 'File documents' }).first().click()
  await page.waitForURL('**/admin/filings/new')
  await page.setInputFiles('#field-folder', dirname(today))
  await page.getByText('4 files').waitFor()
  await page.reload()
  await dropFolder(page, dirname(today))
  await page.getByText('4 files').waitFor()
  await press(page, 'Read the files')
  await page.waitForURL(/\/admin\/filings\/\d+$/)
  // A busy machine shows the progress first.
  await expect.poll(() => page.locator('[data-proposed]').count(), { timeout: 60_000 }).toBe(2)
  await press(page, 'Publish 2 entries')
  await page.getByText('2 entries published.').waitFor()
  expect(counted).toEqual({ clicks: 3, keys: 0 })
  await page.getByRole('link', { name: 'Send one notification for all 2' }).click()
  await page.waitForURL('**/admin/notifications/new?entry=*')
  const entries = page.getByRole('link', { name: /^ECF No. 60[12] – / })
  await entries.nth(1).waitFor()
  await press(page, /^Send/)
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  expect(counted).toEqual({ clicks: 5, keys: 0 })
  const shown = await (await fetch(site.docket.url)).text()
  for (const heading of headings) expect(shown).toContain(heading)
  expect(shown.match(/Exhibit 1</gi)?.length).toBeGreaterThanOrEqual(2)
})

test('files chosen after a refusal do not look sent', async () => {
  const paths = await writeFilings(701)
  const page = await openAdmin('/admin/filings/new')
  await press(page, 'Read the files')
  await page.getByRole('link', { name: 'Choose the PDF files' }).waitFor()
  await page.setInputFiles('input[name=documents] >> nth=0', paths.slice(0, 2))
  await page.getByText('2 files').waitFor()
  const filled = await page
    .locator('progress')
    .evaluateAll((all: HTMLProgressElement[]) => all.map((bar) => bar.value))
  expect(filled).toEqual([0, 0, 0])
})
