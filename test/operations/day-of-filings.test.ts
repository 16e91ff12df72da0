import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startWithAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { adminSite } from '../support/admin-site.ts'
import { accessibilityProblems, phone } from '../support/browser.ts'
import { OWN_CASE } from '../support/filing-administration.ts'
import { newFolder } from '../support/new-folder.ts'
import { stamped, writeTextPdf } from '../support/text-pdf.ts'

const { site, openAdmin } = adminSite(() =>
  startWithAdministrator({ NOTIFICATIONS_TEST_RECIPIENT: 'test@example.org' }),
)

const HEADINGS = [
  'MOTION TO COMPEL',
  'MOTION FOR SUMMARY JUDGMENT',
  'NOTICE OF APPEARANCE',
  'ORDER GRANTING MOTION TO SEAL',
  'RESPONSE TO MOTION TO COMPEL',
  'STIPULATION OF DISMISSAL',
  'REPLY IN SUPPORT OF MOTION',
  'STATUS REPORT',
]
const EXHIBITS = [4, 3, 0, 0, 5, 2, 4, 2]

/**
 * Eight filings with twenty exhibits, each stamped by the court, with file names as a scanner gives them: only the stamp
 * identifies them. @returns their paths, not in docket order
 */
async function writeDayOfFilings(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const [index, heading] of HEADINGS.entries()) {
    const number = 61 + index
    for (let attachment = 0; attachment <= (EXHIBITS[index] ?? 0); attachment++) {
      const path = join(folder, `scan${String(900 - paths.length).padStart(4, '0')}.pdf`)
      const words =
        attachment === 0
          ? `UNITED STATES DISTRICT COURT\nDISTRICT OF NEW JERSEY\n\n${heading}\n\nThe parties, by counsel, say as follows.`
          : `EXHIBIT ${attachment}\n\nA page of an exhibit to document ${number}.`
      await writeTextPdf(path, [words], stamped(number, 1, { attachment, filed: '07/06/26' }))
      paths.push(path)
    }
  }
  return paths.toReversed()
}

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

test('eight filings with twenty exhibits, from the dashboard to published and notified: 5 clicks, no typing', async () => {
  const client = await signIn(site.docket.url)
  await client.get('/admin/settings')
  await client.post('/admin/settings', { caption: 'Doe v. Roe', case_number: OWN_CASE })
  const folder = newFolder()
  const inside = join(folder, 'Today')
  mkdirSync(inside)
  const paths = await writeDayOfFilings(inside)
  expect(paths).toHaveLength(28)
  const page = await openAdmin('/admin')
  const counted = await countInput(page)

  await page.getByRole('link', { name: 'File documents' }).first().click()
  await page.waitForURL('**/admin/filings/new')
  await page.setInputFiles('#field-folder', folder)
  await page.getByText('28 files').waitFor()
  await page.reload()
  await dropFolder(page, folder)
  await page.getByText('28 files').waitFor()
  await page.getByRole('button', { name: 'Read the files' }).click()
  await page.waitForURL(/\/admin\/filings\/\d+$/)
  // A busy machine shows the progress first.
  await expect.poll(() => page.locator('[data-proposed]').count(), { timeout: 60_000 }).toBe(8)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await width()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Publish 8 entries' }).first().click()
  await page.getByText('8 entries published.').waitFor()

  expect(counted.keys).toBe(0)
  expect(counted.clicks).toBe(3)
  await page.getByRole('link', { name: 'Send one notification for all 8' }).click()
  await page.waitForURL('**/admin/notifications/new?entry=*')
  const links = page.getByRole('link', { name: /^ECF No. 6[1-8] – / })
  await links.nth(7).waitFor()
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  expect([counted.clicks, counted.keys]).toEqual([5, 0])

  const shown = await (await fetch(`${site.docket.url}/`)).text()
  for (const heading of HEADINGS) expect(shown).toContain(heading)
  expect(shown.match(/\/documents\/\d+"/g)?.length).toBeGreaterThanOrEqual(28)
})

test('files chosen after a refusal do not look sent', async () => {
  const folder = newFolder()
  const paths = await writeDayOfFilings(folder)
  const page = await openAdmin('/admin/filings/new')
  await page.getByRole('button', { name: 'Read the files' }).click()
  await page.getByRole('link', { name: 'Choose the PDF files' }).waitFor()
  await page.setInputFiles('input[name=documents] >> nth=0', paths.slice(0, 2))
  await page.getByText('2 files').waitFor()
  const filled = await page
    .locator('progress')
    .evaluateAll((all: HTMLProgressElement[]) => all.map((bar) => bar.value))
  expect(filled).toEqual([0, 0, 0])
})
