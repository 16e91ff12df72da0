import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityProblems, desktop, openPage, sizes } from '../support/browser.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { addDetails, EARLIER } from '../support/every-page.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'

/* A reader follows the case, cites it, and checks copies that others pass on. */

const PDFS = 'test/fixtures/pdfs'
const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  copyPdfs(folder, 'order', '1')
  const lines = [
    '1 2026-07-01 MOTION to Dismiss by Roe',
    '2 2026-07-02 RESPONSE in Opposition re 1 MOTION',
    '3 2026-07-03 ORDER denying 1 Motion to Dismiss',
  ]
  const about = { docket_number: '1:26-cv-00045', court_id: 'nysd' }
  await importRecap(folder, lines, {}, about)
  await inDatabaseOf(folder, async (db) => {
    await sql`update entries set published_at = id * 1000`.execute(db)
    await addDetails(db, 1)
  })
  return startDocket({}, folder)
})

/** Another tab of the same browser. */
async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(site.docket.url + path)
  return tab
}

describe.each(sizes)('on $name', ({ options }) => {
  it('is told what is new since the last visit, in every tab, and nothing moves', async () => {
    // A busy browser may skip the page's fonts (font-display: optional), and on only one of the two visits.
    const first = await openPage(site.browser, site.docket.url, options)
    await first.context().route('**/*.woff2', (route) => route.abort())
    await first.goto(site.docket.url)
    expect(await first.textContent('[data-news]')).toBe('')
    const places =
      "[...document.querySelectorAll('.entry, .docket-news')].map((one) => JSON.stringify(one.getBoundingClientRect()))"
    const before = await first.evaluate(places)
    await returnAfterADay(first, 1000)
    const page = await openTab(first, '/')
    const news = page.locator('[data-news]')
    expect(await news.textContent()).toMatch(
      /^2 new entries since your last visit, \d\d\/\d\d\/\d{4}, \d\d?:\d\d [AP]M\.$/,
    )
    expect(await page.evaluate(places)).toEqual(before)
    const marks = await page.locator('.entry-new').allTextContents()
    expect(marks).toEqual(Array(2).fill('New since your last visit'))
    expect(await accessibilityProblems(page)).toEqual([])
    const tab = await openTab(first, '/?type=Order')
    expect(await tab.textContent('[data-news]')).toContain('2 new entries since your last visit')
    await returnAfterADay(page, 3000)
    await page.reload()
    expect(await page.textContent('[data-news]')).toMatch(/^No new entries since/)
    await first.context().unroute('**/*.woff2')
  })

  it('sees what is selected, and how large it is, wherever the page is scrolled', async () => {
    const page = await site.open(options)
    const report = page.locator('[data-selection-report]')
    expect(await report.textContent()).toBe('')
    const ticks = page.getByRole('checkbox', { name: /^Select / })
    await ticks.first().check()
    expect(await report.textContent()).toMatch(/^1 selected, [\d.,]+ [kKM]?B $/)
    const box = await page.getByRole('button', { name: /^Download selected/ }).boundingBox()
    const { height } = page.viewportSize() ?? { height: 0 }
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    await ticks.first().uncheck()
    expect(await report.textContent()).toBe('')
    await page.getByRole('button', { name: /^Download selected/ }).click()
    expect(await report.textContent()).toContain('Select documents first')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('copies a citation of an entry and of a document', async () => {
    const citation = 'Doe v. Roe, No. 1:26-cv-00045 (S.D.N.Y. filed July 1, 2026), ECF No. 1'
    const allowed = { ...options, permissions: ['clipboard-read', 'clipboard-write'] }
    const page = await site.open(allowed)
    for (const path of ['/documents/1', '/entries/1']) {
      await page.goto(site.docket.url + path)
      expect(await page.textContent('main')).not.toContain('July 1, 2026')
      await page.getByRole('button', { name: 'Copy citation' }).click()
      await page.getByText('Citation copied').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(citation)
    }
  })

  it('learns of a chosen or dropped file whether it is on the docket; it never leaves the browser', async () => {
    const page = await site.open(options, '/verify')
    const sent: string[] = []
    page.on('request', (request) =>
      sent.push(`${request.method()} ${request.url().replace(site.docket.url, '')}`),
    )
    await page.setInputFiles('[data-verify-file]', `${PDFS}/order.pdf`)
    await page.getByText('This is an unchanged document from this docket.').waitFor()
    expect(sent.filter((one) => !one.includes('/assets/'))).toEqual([
      expect.stringMatching(/^GET \/verify\?sha256=[0-9a-f]{64}$/),
    ])
    await page.setInputFiles('[data-verify-file]', `${PDFS}/notice.pdf`)
    await page.getByText('This file is not on this docket.').waitFor()
    await page.reload()
    const transfer = await page.evaluateHandle(() => {
      const made = new DataTransfer()
      made.items.add(new File(['some other text'], 'copy.pdf', { type: 'application/pdf' }))
      return made
    })
    await page.dispatchEvent('[data-verify]', 'drop', { dataTransfer: transfer })
    await page.getByText('This file is not on this docket.').waitFor()
  })
})

/** As if the docket had been read a day ago, when `newest` was its newest entry. */
const returnAfterADay = (page: Page, newest: number) =>
  page.evaluate((newest) => {
    const at = Date.now() - 86_400_000
    localStorage.setItem('docket-visit', JSON.stringify({ at, newest, since: null }))
  }, newest)

describe('if the browser stores nothing', () => {
  it('the docket is the same as for everyone', async () => {
    const page = await openPage(site.browser, site.docket.url)
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('no', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get })
    })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(site.docket.url)
    expect(await page.textContent('[data-news]')).toBe('')
    expect(await page.locator('.entry').count()).toBe(3)
    expect(errors).toEqual([])
  })

  it('without JavaScript there is a form for the SHA-256, and everything else is on the page', async () => {
    const page = await site.open({ ...desktop, javaScriptEnabled: false }, '/verify')
    expect(await page.locator('[data-verify-file]').isVisible()).toBe(false)
    await page.fill('#verify-sha256', 'AB'.repeat(32))
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('This is an earlier version of a document on this docket.').waitFor()
    await page.goto(`${site.docket.url}/entries/1`)
    const text = (await page.textContent('main')) ?? ''
    for (const part of ['Filing date corrected (was 06/30/2026)', EARLIER])
      expect(text).toContain(part)
    await page.goto(site.docket.url)
    expect(await page.textContent('.upcoming')).toContain('01/05/2990, 10:00 AM')
    expect(await page.textContent('#entry-1')).toMatch(
      /Decided by No\. 3.*Answered by No\. 2.*Corrected \d\d\/\d\d\/2026/s,
    )
    expect(await page.textContent('#entry-3')).toMatch(
      /Hearing 01\/05\/2990, 10:00 AM, Courtroom 14C.*Decides No\. 1/s,
    )
  })
})

it('reads a document as text, and no download is recorded', async () => {
  const read = async (path: string) => {
    const response = await fetch(site.docket.url + path, { headers: { 'user-agent': 'reader' } })
    return { status: response.status, text: await response.text() }
  }
  expect((await read('/documents/1')).text).toContain('href="/documents/1/text"')
  const { text } = await read('/documents/1/text')
  expect(text).toMatch(/<h2 id="page-1">Page 1<\/h2>.*The motion is granted/s)
  expect(text).toContain('href="/documents/1?page=2"')
  expect((await read('/documents/1/text?from=3')).status).toBe(404)
  expect((await read('/documents/9/text')).status).toBe(404)
  await inDatabaseOf(site.docket.folder, async (db) => {
    // A browser with a PDF viewer has downloaded it on its page.
    const downloads = db.selectFrom('document_accesses').where('user_agent', '=', 'reader')
    expect(await downloads.selectAll().execute()).toEqual([])
  })
})
