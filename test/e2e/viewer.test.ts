import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import {
  claimPdfViewer,
  closeContexts,
  desktop,
  fullChromium,
  iPad,
  openFullBrowser,
  openPage,
  phone,
} from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { isMatrix } from '../support/environment.ts'
import { importRecap } from '../support/import-recap.ts'
import { writeLargePdf } from '../support/large-pdf.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'

const fixtures = 'test/fixtures/pdfs'
const MB = 1024 * 1024

/** From 1 kB, and two larger ones for the system's browser; the IDs are assigned in this order. */
const files = ['letter.pdf', 'scan.pdf', 'motion.pdf', 'opinion.pdf']
const larger = isMatrix() ? [300_000, 30 * MB] : []

const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  const pdfs = join(folder, 'pdfs')
  mkdirSync(pdfs)
  for (const [index, name] of files.entries()) {
    copyFileSync(join(fixtures, name), join(pdfs, `${index + 1}.pdf`))
  }
  for (const [index, bytes] of larger.entries()) {
    await writeLargePdf(join(pdfs, `${files.length + index + 1}.pdf`), bytes)
  }
  const docket_entries = [...files, ...larger]
    .map((_, index) => index + 1)
    .map((number) => ({
      document_number: String(number),
      date_filed: `2026-07-0${number}`,
      description: `MOTION number ${number}`,
      attachments: [],
    }))
  await importRecap(folder, docket_entries)
  return startDocket({}, folder)
})
afterAll(async () => {
  if (isMatrix()) await closeContexts(await openFullBrowser())
})

async function countRecords(documentId: number): Promise<number> {
  const rows = await inDatabaseOf(site.docket.folder, (db) =>
    db.selectFrom('document_accesses').select('id').where('document_id', '=', documentId).execute(),
  )
  return rows.length
}

/** In the headless shell, which here claims to have a PDF viewer: the page behaves the same, for a fifth of the work. */
async function openReader(options: BrowserContextOptions, path = '/'): Promise<Page> {
  const page = await openPage(site.browser, site.docket.url, options)
  await claimPdfViewer(page)
  return goTo(page, path)
}

/** In a browser that really shows PDFs. */
const openFullPage = async (options: BrowserContextOptions, path = '/') =>
  goTo(await openPage(await openFullBrowser(), site.docket.url, options), path)

async function goTo(page: Page, path: string): Promise<Page> {
  await page.goto(site.docket.url + path)
  return page
}

/** Waits for the first record, then long enough for a second one to appear. */
async function recordsAfter(documentId: number, before: number): Promise<number> {
  await expect.poll(() => countRecords(documentId), { timeout: 30_000 }).toBeGreaterThan(before)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  return (await countRecords(documentId)) - before
}

/** Clicks its link, and waits for a new tab and for the document that it requests. */
async function opensInTab(page: Page, id: number): Promise<Page> {
  const path = `/api/documents/${id}/download`
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.context().waitForEvent('request', (request) => request.url().endsWith(path)),
    page.click(documentLink(id)),
  ])
  return tab
}

async function opensInFrame(id: number): Promise<Page> {
  const page = await openFullPage(desktop)
  await page.click(documentLink(id))
  await page.waitForSelector(frame)
  expect(new URL(page.url()).pathname).toBe(`/documents/${id}`)
  // The frame holds the browser's own viewer, not a download or an error page.
  await expect
    .poll(() => page.frames().some((one) => one.url().startsWith('chrome-extension://')), {
      timeout: 30_000,
    })
    .toBe(true)
  return page
}

const documentLink = (id: number) => `[data-view-document="${id}"]`
const frame = 'dialog[open] iframe'

// The system's browser and its viewer take seconds of both cores each time, so only the matrix runs them.
describe.runIf(fullChromium && isMatrix())('a browser that shows PDFs', () => {
  it('opens documents of 1 kB, 300 kB and 30 MB in a frame and leaves one record of each', async () => {
    const ids = [1, 2, 3, 4, 5, 6]
    const pages: Page[] = []
    for (const id of ids) pages.push(await opensInFrame(id))
    // Kept open until the end, so that each has time for a second record.
    expect(await Promise.all(ids.map((id) => recordsAfter(id, 0)))).toEqual(ids.map(() => 1))
  })

  it('shows the document inline on its own page, with one record', async () => {
    const before = await countRecords(2)
    const page = await openFullPage(desktop, '/documents/2')
    await page.waitForSelector('iframe')
    expect(await recordsAfter(2, before)).toBe(1)
  })

  it('opens it in a new tab in a narrow window, and leaves one record', async () => {
    const before = await countRecords(3)
    const page = await openFullPage(phone)
    const tab = await opensInTab(page, 3)
    await expect.poll(() => tab.url()).toMatch(/\/api\/documents\/3\/download$/)
    expect(await recordsAfter(3, before)).toBe(1)
  })
})

describe('a document at desktop size', () => {
  it('closes with Escape, the button, and Back; Forward opens it again', async () => {
    const page = await openReader(desktop)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.click('[data-viewer-close]'),
      () => page.goBack(),
    ]) {
      await page.click(documentLink(1))
      await page.waitForSelector(frame)
      await close()
      await page.waitForSelector(frame, { state: 'detached' })
      await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    }
    await page.goForward()
    await page.waitForSelector(frame)
  })

  it('has a frame that scrolls and fills the rest of the window; the page behind it does not move', async () => {
    const page = await openReader(desktop)
    await page.click(documentLink(4))
    const box = await (await page.waitForSelector(frame)).boundingBox()
    expect(box?.height).toBeGreaterThan(500)
    expect(box?.height).toBeLessThan(900)
  })
})

describe('Copy Link', () => {
  it('copies the permalink and says so', async () => {
    const page = await openReader(
      { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] },
      '/documents/1',
    )
    await page.click('[data-copy-button]')
    await page.waitForSelector('text=Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.docket.url}/documents/1`,
    )
  })

  it('shows the link, selected, if the clipboard is unavailable', async () => {
    const page = await openReader(desktop, '/documents/1')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await page.click('[data-copy-button]')
    const field = page.locator('[data-copy-field]:visible')
    expect(await field.inputValue()).toBe(`${site.docket.url}/documents/1`)
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBeGreaterThan(
      10,
    )
  })
})

describe.each([
  ['narrower than 768 px', phone],
  ['an iPad that calls itself a Macintosh', iPad],
])('on %s', (_, options) => {
  it('opens a document in a new tab, not in a frame', async () => {
    const page = await openReader(options)
    await opensInTab(page, 1)
    expect(await page.locator('iframe').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('has a link instead of a frame on the document’s own page', async () => {
    const page = await openReader(options, '/documents/1')
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await page.getAttribute('[data-open-pdf]', 'target')).toBe('_blank')
  })
})
