import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { desktop, openPage } from '../support/browser.ts'
import { siteInBrowser } from '../support/running-site.ts'
import { typeNpm } from '../support/typed-npm.ts'

/* What `npm run demo` serves: a docket of ordinary size, whose pages are weighed here. */

const MAX = 60_000
/** Both fonts: already compressed, cached for a year, and skipped if they arrive late (styles/fonts.css). */
const MAX_FONTS = 85_000

const site = siteInBrowser(() => typeNpm(['run', 'demo'], 'Administration:'))

test('`npm run demo` serves the sample case, and prints how to sign in', async () => {
  expect(site.docket.output()).toMatch(/password: \S+/)
  const page = await site.open({ ...desktop, javaScriptEnabled: false })
  // Without JavaScript the first load has everything: every entry, every document, the form.
  expect(await page.locator('article.entry').count()).toBe(27)
  expect(await page.locator('main a[href^="/documents/"]').count()).toBeGreaterThan(30)
  expect(await page.locator('form[action^="/api/subscribe"] button').count()).toBe(1)
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

test.each(['gzip, deflate, br', 'gzip'])(
  'the home page with its styles and scripts is under 60 kB with %s, its fonts are under 85 kB',
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
    let fonts = 0
    for (const path of await listAssets(/\.woff2$/)) fonts += (await weigh(path, encoding)).bytes
    expect(fonts).toBeLessThan(MAX_FONTS)
  },
)

/** A page, what it fetches, and what its browser complains about. */
async function openWatched() {
  const page = await openPage(site.browser, site.docket.url)
  const [fetched, complaints] = [[] as string[], [] as string[]]
  page.on('request', (request) => fetched.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(site.docket.url)
  return { page, fetched, complaints }
}

test('the browser fetches nothing else, each once, and nothing from elsewhere', async () => {
  const { page, fetched } = await openWatched()
  await page.waitForLoadState('networkidle')
  const own = fetched.filter((url) => url.startsWith(site.docket.url))
  expect(fetched.filter((url) => !own.includes(url) && !url.startsWith('data:'))).toEqual([])
  const kinds = own.map((url) => /\.(css|js|woff2)$/.exec(new URL(url).pathname)?.[1] ?? 'page')
  expect(kinds.sort()).toEqual(['css', 'js', 'page', 'woff2', 'woff2'])
})

test('the content security policy refuses nothing on any kind of page, but an inline script', async () => {
  const { page, complaints } = await openWatched()
  for (const path of ['/entries/1', '/documents/1', '/api', '/'])
    await page.goto(site.docket.url + path)
  expect(complaints).toEqual([])
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
  })
  expect(await page.evaluate("'ran' in window")).toBe(false)
  expect(complaints.join()).toContain('Content Security Policy')
})

test('pages with a token are not compressed: a secret is never next to text that a stranger can choose (BREACH)', async () => {
  for (const path of [`/unsubscribe/${'x'.repeat(43)}`, '/admin/login'])
    expect((await weigh(path, 'gzip')).headers['content-encoding']).toBeUndefined()
})
