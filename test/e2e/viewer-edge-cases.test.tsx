import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EntryDocuments } from '../../src/features/public/entry-parts.tsx'
import { PublicLayout } from '../../src/ui/layout/layout.tsx'
import { renderPage } from '../../src/ui/layout/render.tsx'
import { InlineViewer, ViewerDialog } from '../../src/ui/viewer.tsx'
import { siteOf } from '../support/admin-frame.ts'
import { type ClientFixture, startClientFixture } from '../support/client-fixture.ts'

/** Edge cases only; the main behavior is tested in test/e2e/viewer.test.ts. */
let fixture: ClientFixture

beforeAll(async () => {
  fixture = await startClientFixture(pageAt)
  for (const id of [1, 2]) {
    fixture.answers.set(`/api/documents/${id}/download`, (_, response) => {
      // A page instead of a PDF: what counts here is which requests are made, in any Chromium.
      response.writeHead(200, { 'content-type': 'text/html' }).end('the filing')
    })
  }
})

afterAll(() => fixture.close())

function pageAt(path: string, publicUrl: string): string | undefined {
  const site = siteOf({ caption: 'Vance v. Harbor', publicUrl })
  const documents = [1, 2].map((id) => ({
    ...{
      id,
      attachmentNumber: id - 1,
      title: `Document ${id}${', amended and restated'.repeat(8 * (id - 1))}`,
      pageCount: 1,
      byteSize: 1,
      sha256: '',
    },
    ...{ url: `/documents/${id}`, downloadUrl: `/api/documents/${id}/download` },
  }))
  const isDocket = path === '/'
  const shown = documents.find(({ url }) => url === path)
  if (!isDocket && !shown) return undefined
  return renderPage(
    <PublicLayout
      site={site}
      assets={(name) => ({ href: `/${name.replace('site.css', 'admin.css')}`, integrity: '' })}
      title={path}
    >
      {isDocket && (
        <EntryDocuments
          entry={{ number: 45, title: '', type: '', documents }}
          publicUrl={publicUrl}
          hasChoice={false}
        />
      )}
      {isDocket && <ViewerDialog />}
      {shown && <InlineViewer address={shown.downloadUrl} title={shown.title} />}
    </PublicLayout>,
  )
}

const link = (id: number) => `[data-view-document="${id}"]`
const frame = (id: number) => `dialog[open] iframe[src^="/api/documents/${id}/download#"]`
const downloads = () => fixture.requests.filter((request) => request.includes('/download'))
const path = (page: Page) => new URL(page.url()).pathname

async function expectClosed(page: Page) {
  await page.locator('dialog:not([open])').waitFor({ state: 'attached' })
  await page.locator('iframe').waitFor({ state: 'detached' })
  await page.waitForURL(`${fixture.address}/`)
}

test('a document opens over the docket, at its own address, with one request', async () => {
  const page = await fixture.open('/')
  await page.click(link(1))
  await page.waitForSelector(frame(1))
  await expect.poll(downloads).toEqual(['GET /api/documents/1/download'])
  expect(path(page)).toBe('/documents/1')
  expect(await page.title()).toBe('No. 45: Document 1')
  expect(await page.getAttribute('iframe', 'sandbox')).toBeNull()
  await page.keyboard.press('Escape')
  await expectClosed(page)
  expect(downloads()).toHaveLength(1)
  expect(await page.evaluate('document.activeElement.dataset.viewDocument')).toBe('1')
})

test('steps to the next document and back, in place: the way back leads to the docket', async () => {
  const page = await fixture.open('/')
  await page.click(link(1))
  await page.waitForSelector(frame(1))
  const [previous, next] = ['Previous document', 'Next document'].map((name) =>
    page.getByRole('button', { name }),
  ) as [Locator, Locator]
  expect(await previous.isDisabled()).toBe(true)
  await next.press('Enter')
  await page.waitForSelector(frame(2))
  expect(path(page)).toBe('/documents/2')
  expect(await page.title()).toContain('No. 45-1: Document 2, amended')
  expect(await next.isDisabled()).toBe(true)
  await previous.click()
  await page.waitForSelector(frame(1))
  await next.click()
  await page.waitForSelector(frame(2))
  await page.goBack()
  await expectClosed(page)
  expect(await page.title()).toContain('/ – Vance')
  await expect.poll(() => page.evaluate('document.activeElement.dataset.viewDocument')).toBe('2')
})

test.each([768, 1280])('at %i px its controls stay where they are', async (width) => {
  const page = await fixture.open('/', { viewport: { width, height: 900 } })
  await page.click(link(1))
  await page.waitForSelector(frame(1))
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

test('another document opened at once after closing is shown', async () => {
  const page = await fixture.open('/')
  await page.click(link(1))
  await page.waitForSelector(frame(1))
  const hasGoneBack = page.evaluate(
    "new Promise((done) => addEventListener('popstate', done, { once: true })).then(() => {})",
  )
  await page.evaluate(`
    document.querySelector('[data-viewer]').addEventListener('close', () => {
      document.querySelector('${link(2)}').click()
    })
    document.querySelector('[data-viewer-close]').click()
  `)
  await hasGoneBack
  await page.waitForSelector(frame(2))
  expect(path(page)).toBe('/documents/2')
})

test('reloaded while open, back leads to the docket all the same', async () => {
  const page = await fixture.open('/')
  await page.click(link(1))
  await page.waitForSelector(frame(1))
  await page.reload()
  await page.waitForSelector('[data-inline-viewer] iframe')
  await page.goBack()
  await page.waitForSelector(link(1))
  expect(path(page)).toBe('/')
})

test('a click with Control is the browser’s own', async () => {
  const page = await fixture.open('/')
  // The tab stays in the background, where a busy machine may not load it for long, so only its request is checked.
  const address = `${fixture.address}/documents/1`
  const fetched = page.context().waitForEvent('request', (request) => request.url() === address)
  await page.click(link(1), { modifiers: ['Control'] })
  await fetched
  expect(await page.locator('dialog[open]').count()).toBe(0)
})

test('where a new tab is due, the link is followed to the PDF and is then what it was', async () => {
  const page = await fixture.open('/', { viewport: { width: 767, height: 900 } })
  await page.evaluate("addEventListener('click', ({ target }) => { window.followed = target.rel })")
  const opened = page.context().waitForEvent('page')
  await page.click(link(1))
  const tab = await opened
  expect(await page.evaluate('window.followed')).toBe('noopener')
  await expect.poll(downloads).toEqual(['GET /api/documents/1/download'])
  expect(await tab.evaluate('window.opener')).toBeNull()
  expect(path(page)).toBe('/')
  expect(await page.getAttribute(link(1), 'href')).toBe('/documents/1')
  expect(await page.getAttribute(link(1), 'target')).toBeNull()
})

test('the width counts at the click, not before', async () => {
  const page = await fixture.open('/', { viewport: { width: 600, height: 900 } })
  await page.setViewportSize({ width: 768, height: 900 })
  await page.click(link(1))
  await page.waitForSelector(frame(1))
})
