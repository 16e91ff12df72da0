import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { claimPdfViewer, desktop, iPad, openPage, phone } from '../support/browser.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/* What a browser that really shows PDFs does: test/operations/every-browser.test.ts */

const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  await loadSmallDocket({}, folder, [2000, 2000])
  return startDocket({}, folder)
})

/** In the headless shell, which here claims to have a PDF viewer: the page behaves the same, for a fifth of the work. */
async function openReader(options: BrowserContextOptions, path = '/'): Promise<Page> {
  const page = await openPage(site.browser, site.docket.url, options)
  await claimPdfViewer(page)
  await page.goto(site.docket.url + path)
  return page
}

const documentLink = (id: number) => `[data-view-document="${id}"]`
const frame = 'dialog[open] iframe'

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

  it('closes with a click beside it', async () => {
    const page = await openReader({ ...desktop, viewport: { width: 1440, height: 900 } })
    await page.click(documentLink(1))
    await page.waitForSelector(frame)
    await page.mouse.click(20, 450)
    await page.waitForSelector(frame, { state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  it('says inside the frame that it was withdrawn, with links that leave the frame', async () => {
    const page = await openReader(desktop)
    await page.locator(documentLink(1)).evaluate((link) => {
      link.dataset.downloadUrl = '/api/documents/999/download'
    })
    await page.click(documentLink(1))
    const inside = page.frameLocator(frame)
    await inside.getByText('It may have been withdrawn').waitFor()
    const font = await inside.locator('h1').evaluate((one) => getComputedStyle(one).fontFamily)
    expect(font).toContain('Source Serif')
    await inside.getByRole('link', { name: 'Go to the docket' }).click()
    await page.waitForSelector(frame, { state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('has a frame that scrolls and fills the rest of the window; the page behind it does not move', async () => {
    const page = await openReader(desktop)
    await page.click(documentLink(2))
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
  it('has a link instead of a frame on the document’s own page', async () => {
    const page = await openReader(options, '/documents/1')
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await page.getAttribute('[data-open-pdf]', 'target')).toBe('_blank')
  })
})
