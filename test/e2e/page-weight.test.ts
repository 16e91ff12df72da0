import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeArchive } from '../../demo/archive.ts'
import { desktop, openPage } from '../support/browser.ts'
import { usualEnvironment } from '../support/database-of.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { siteInBrowser } from '../support/running-site.ts'

/* The sample case's home page: its entries with their documents. */

const MAX = 60_000
/** Both fonts: already compressed, cached for a year, and skipped if they arrive late (styles/fonts.css). */
const MAX_FONTS = 85_000

const site = siteInBrowser(async () => {
  const folder = newDataFolder()
  await writeArchive(join(folder, 'sample'), Date.now())
  const settings = { DATA_DIR: folder, ...(await usualEnvironment(folder)) }
  const { code } = await runInProcess(
    ['docket:import', join(folder, 'sample/docket.json')],
    settings,
  )
  expect(code).toBe(0)
  return startDocket({}, folder)
})

/** Bytes on the wire, including the response headers. */
async function weigh(path: string, encoding: string) {
  const request = get(site.docket.url + path, { headers: { 'accept-encoding': encoding } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  const head = response.rawHeaders.join(': ').length
  return { bytes: head + body.length, body, headers: response.headers }
}

/** What the home page loads besides itself. */
async function listAssets(kind: RegExp): Promise<string[]> {
  const { body } = await weigh('/', 'identity')
  const assets = body.toString().matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)
  const paths = [...assets].map(([, path = '']) => path).filter((path) => kind.test(path))
  expect(paths).toHaveLength(2)
  return paths
}

test('the fonts are two files, requested together', async () => {
  const weights = await Promise.all(
    (await listAssets(/\.woff2$/)).map((path) => weigh(path, 'identity')),
  )
  expect(weights.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_FONTS)
})

test.each(['gzip, deflate, br', 'gzip'])(
  'the home page with its styles and scripts is under 60 kB with %s, fonts apart',
  async (encoding) => {
    let total = 0
    for (const path of ['/', ...(await listAssets(/\.(css|js)$/))]) {
      const { bytes, headers } = await weigh(path, encoding)
      const coding = encoding.includes('br') ? 'br' : 'gzip'
      expect([path, headers['content-encoding']]).toEqual([path, coding])
      expect(headers.vary).toContain('accept-encoding')
      total += bytes
    }
    expect(total).toBeLessThan(MAX)
  },
)

test('the browser fetches nothing else, each once, and nothing from elsewhere', async () => {
  const page = await openPage(site.browser, site.docket.url)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto(site.docket.url)
  await page.waitForLoadState('networkidle')
  expect(
    fetched.filter((url) => !url.startsWith(site.docket.url) && !url.startsWith('data:')),
  ).toEqual([])
  const kinds = fetched
    .filter((url) => url.startsWith(site.docket.url))
    .map((url) => /\.(css|js|woff2)$/.exec(new URL(url).pathname)?.[1] ?? 'page')
  expect(kinds.sort()).toEqual(['css', 'js', 'page', 'woff2', 'woff2'])
})

/** A page, and what its browser complains about. */
async function openWatched() {
  const page = await openPage(site.browser, site.docket.url)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  return { page, complaints }
}

test.each(['/', '/entries/1', '/documents/1', '/api'])(
  'the content security policy refuses nothing on %s',
  async (path) => {
    const { page, complaints } = await openWatched()
    await page.goto(site.docket.url + path)
    await page.waitForLoadState('networkidle')
    expect(complaints).toEqual([])
  },
)

test('an inline script that would run is refused', async () => {
  const { page, complaints } = await openWatched()
  await page.goto(site.docket.url)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
  })
  expect(await page.evaluate("'ran' in window")).toBe(false)
  expect(complaints.join()).toContain('Content Security Policy')
})

test('without JavaScript the first load has everything: every entry, every document, the form', async () => {
  const page = await site.open({ ...desktop, javaScriptEnabled: false })
  expect(await page.locator('article.entry').count()).toBe(27)
  expect(await page.locator('main a[href^="/documents/"]').count()).toBeGreaterThan(30)
  expect(await page.locator('form[action^="/api/subscribe"] button').count()).toBe(1)
})

test('pages with a token are not compressed: a secret is never next to text that a stranger can choose (BREACH)', async () => {
  const { headers } = await weigh(`/unsubscribe/${'x'.repeat(43)}`, 'gzip')
  expect(headers['content-encoding']).toBeUndefined()
  const login = await weigh('/admin/login', 'gzip')
  expect(login.headers['content-encoding']).toBeUndefined()
})
