import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, it, test } from 'vitest'
import { desktop, iPad } from '../support/browser.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { siteInBrowser } from '../support/running-site.ts'

/* What a browser that really shows PDFs does: test/operations/every-browser.test.ts */

const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  copyPdfs(folder, 'order', '45', '45-1')
  const exhibit = `Exhibit${', amended and restated'.repeat(8)}`
  await importRecap(folder, ['45 2026-07-30 ORDER', `45-1 ${exhibit}`])
  return startDocket({}, folder)
})

let downloads: string[] = []

/** A page instead of each PDF: what counts here is which requests are made, in any Chromium. */
async function open(options: BrowserContextOptions = desktop, path = '/'): Promise<Page> {
  const page = await site.open(options, path)
  downloads = []
  const context = page.context()
  await context.unrouteAll()
  await context.route(/documents\/[12]\/download/, (route, request) => {
    downloads.push(`${request.method()} ${request.url().replace(site.docket.url, '')}`)
    return route.fulfill({ contentType: 'text/html', body: 'the filing' })
  })
  return page
}

const link = (id: number) => `[data-view-document="${id}"]`
const frame = (id: number) => `dialog[open] iframe[src^="/api/documents/${id}/download#"]`
const path = (page: Page) => new URL(page.url()).pathname

/** Over the docket. */
async function openDocument(options = desktop, id = 1): Promise<Page> {
  const page = await open(options)
  await page.click(link(id))
  await page.waitForSelector(frame(id))
  return page
}

async function expectClosed(page: Page) {
  await page.locator('dialog:not([open])').waitFor({ state: 'attached' })
  await page.locator('iframe').waitFor({ state: 'detached' })
  await page.waitForURL(`${site.docket.url}/`)
}

describe('a document at desktop size', () => {
  it('closes with Escape, the button, a click beside it, and Back; Forward opens it again', async () => {
    const page = await open({ viewport: { width: 1440, height: 900 } })
    const clicks = [() => page.click('[data-viewer-close]'), () => page.mouse.click(20, 450)]
    for (const close of [() => page.keyboard.press('Escape'), ...clicks, () => page.goBack()]) {
      await page.click(link(1))
      await page.waitForSelector(frame(1))
      await close()
      await expectClosed(page)
    }
    await page.goForward()
    await page.waitForSelector(frame(1))
  })

  it('shows the PDF inline in a frame that fills most of the window, at its own address, with one request', async () => {
    const page = await openDocument()
    const box = await page.locator(frame(1)).boundingBox()
    expect(box?.height).toBeGreaterThan(500)
    expect(box?.height).toBeLessThan(900)
    await expect.poll(() => downloads).toEqual(['GET /api/documents/1/download'])
    expect(path(page)).toBe('/documents/1')
    expect(await page.title()).toBe('No. 45: ORDER')
    expect(await page.getAttribute('iframe', 'sandbox')).toBeNull()
    await page.keyboard.press('Escape')
    await expectClosed(page)
    expect(downloads).toHaveLength(1)
  })
})

test('Copy Link copies the permalink and says so, or shows it, selected, if the clipboard is unavailable', async () => {
  const allowed = { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] }
  const page = await open(allowed, '/documents/1')
  const permalink = `${site.docket.url}/documents/1`
  await page.click('[data-copy-button]')
  await page.waitForSelector('text=Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(permalink)
  // The words cover the button's label.
  await page.waitForSelector('text=Link copied', { state: 'hidden' })
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.click('[data-copy-button]')
  const field = page.locator('[data-copy-field]:visible')
  expect(await field.inputValue()).toBe(permalink)
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBeGreaterThan(10)
})

test('an iPad that calls itself a Macintosh has a link instead of a frame on the document’s own page', async () => {
  const page = await open(iPad, '/documents/1')
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await page.getAttribute('[data-open-pdf]', 'target')).toBe('_blank')
})

test('the keyboard opens a document, reaches its buttons in order, and comes back to the link', async () => {
  const page = await open()
  await page.focus(link(1))
  await page.keyboard.press('Enter')
  await page.waitForSelector(frame(1))
  for (const name of ['Next document', 'Copy Link', 'Download', 'Open in new tab', 'Close']) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe(name)
  }
  await page.keyboard.press('Enter')
  await expectClosed(page)
  await expect.poll(() => page.evaluate('document.activeElement.dataset.viewDocument')).toBe('1')
})

test('steps to the next document and back, in place: the way back leads to the docket', async () => {
  const page = await openDocument()
  const [previous, next] = ['Previous document', 'Next document'].map((name) =>
    page.getByRole('button', { name }),
  ) as [Locator, Locator]
  expect(await previous.isDisabled()).toBe(true)
  await next.press('Enter')
  await page.waitForSelector(frame(2))
  expect(path(page)).toBe('/documents/2')
  expect(await page.title()).toContain('No. 45-1: Exhibit, amended')
  expect(await next.isDisabled()).toBe(true)
  await previous.click()
  await page.waitForSelector(frame(1))
  await next.click()
  await page.waitForSelector(frame(2))
  await page.goBack()
  await expectClosed(page)
  expect(await page.title()).not.toContain('No. 45')
  await expect.poll(() => page.evaluate('document.activeElement.dataset.viewDocument')).toBe('2')
})

test.each([768, 1280])('at %i px its controls stay where they are', async (width) => {
  const page = await openDocument({ viewport: { width, height: 900 } })
  await page.evaluate('navigator.clipboard.writeText = async () => {}')
  const controls = page.locator('.viewer-actions').locator('button, a')
  const places = async () =>
    Promise.all((await controls.all()).map((control) => control.boundingBox()))
  const before = await places()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await page.getByText('Link copied').waitFor()
  expect(await places()).toEqual(before)
  await page.getByRole('button', { name: 'Next document' }).click()
  await page.waitForSelector(frame(2))
  expect(await places()).toEqual(before)
  expect(await page.getByText('Link copied').count()).toBe(0)
})

test('reloaded while open, back leads to the docket all the same', async () => {
  const page = await openDocument()
  await page.reload()
  await page.waitForSelector('[data-inline-viewer] iframe')
  await page.goBack()
  await page.waitForSelector(link(1))
  expect(path(page)).toBe('/')
})

test('a click with Control is the browser’s own', async () => {
  const page = await open()
  // The tab stays in the background, where a busy machine may not load it for long, so only its request is checked.
  const address = `${site.docket.url}/documents/1`
  const fetched = page.context().waitForEvent('request', (request) => request.url() === address)
  await page.click(link(1), { modifiers: ['Control'] })
  await fetched
  expect(await page.locator('dialog[open]').count()).toBe(0)
})

test('the width of the window at the click decides: at 767 px the PDF opens in a new tab, and the link is as before', async () => {
  const page = await open({ viewport: { width: 767, height: 900 } })
  await page.evaluate("addEventListener('click', ({ target }) => { window.followed = target.rel })")
  const opened = page.context().waitForEvent('page')
  await page.click(link(1))
  const tab = await opened
  expect(await page.evaluate('window.followed')).toBe('noopener')
  await expect.poll(() => downloads).toEqual(['GET /api/documents/1/download'])
  expect(await tab.evaluate('window.opener')).toBeNull()
  expect(path(page)).toBe('/')
  expect(await page.getAttribute(link(1), 'href')).toBe('/documents/1')
  expect(await page.getAttribute(link(1), 'target')).toBeNull()
  await page.setViewportSize({ width: 768, height: 900 })
  await page.click(link(1))
  await page.waitForSelector(frame(1))
})
