import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, desktop, phone } from '../support/browser.ts'
import { newFolder } from '../support/new-folder.ts'
import { stamped, writeTextPdf } from '../support/text-pdf.ts'

const { openAdmin, publicStatus } = adminSite()

const folder = newFolder()

/** Two stamped motions, a letter with only a file name, and an order whose text has an identifier. */
async function writeFilings(first: number): Promise<string[]> {
  const files = [
    { name: `scan${first}.pdf`, words: 'MOTION TO COMPEL\n\nThe parties say.', number: first },
    { name: `scan${first + 1}.pdf`, words: 'NOTICE OF APPEARANCE\n\nHere.', number: first + 1 },
    { name: `${first + 2} Letter.pdf`, words: 'dear judge, this is a letter', number: undefined },
    {
      name: `x${first}.pdf`,
      words: 'ORDER GRANTING MOTION TO SEAL\n\nSSN 212-45-6789 of a party.',
      number: first + 3,
    },
  ]
  const paths: string[] = []
  for (const { name, words, number } of files) {
    const path = join(folder, name)
    const stamp = number === undefined ? undefined : stamped(number, 1, { filed: '07/06/26' })
    await writeTextPdf(path, [words], stamp)
    paths.push(path)
  }
  return paths
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

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
  await page.locator('#field-documents').setInputFiles(await writeFilings(501))
  await press(page, 'Read the files')
  await page.getByText('4 entries: 2 ready').waitFor({ timeout: 60_000 })
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

test('the list’s heading selects the entries that are shown, or none', async () => {
  const page = await openAdmin('/admin/entries')
  const selected = () => page.locator('tbody input[name=entry]:checked').count()
  await page.getByLabel('Find an entry').fill('Notice of Appearance')
  const shown = () => page.locator('tbody tr:visible').count()
  const all = await page.locator('tbody tr').count()
  await expect.poll(shown).toBeLessThan(all)
  await page.getByLabel('Select all shown').check()
  expect(await selected()).toBe(await shown())
  await page.getByLabel('Select all shown').uncheck()
  expect(await selected()).toBe(0)
})
