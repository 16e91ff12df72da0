import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { EntryChange } from '../../src/platform/database/schema.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { copyPdfs, importRecap } from '../support/import-recap.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { runningSite } from '../support/running-site.ts'

/** The public paths that show entry 1 or its document. */
const PUBLIC_PATHS = `/ /print /entries/1 /documents/1 /documents/1/text /ecf/7 /ecf/7-2
  /api/documents/1/download /api/docket-entries /api/docket-entries/1 /feed.xml /sitemap.xml
  /?q=dismiss`.split(/\s+/)

const site = runningSite(async () => {
  const folder = newDataFolder()
  copyPdfs(folder, 'scan', '7-2')
  await importRecap(folder, ['7 2026-03-05 MOTION to Dismiss by Roe', '7-2 Exhibit B'])
  return startDocket({ PUBLIC_URL: 'https://docket.example.com' }, folder)
})

const download = async (headers: Record<string, string> = {}, query = '', method = 'GET') => {
  const address = `${site.docket.url}/api/documents/1/download${query}`
  const response = await fetch(address, { method, headers })
  await response.arrayBuffer()
  return response
}

it('records a whole file, with the right-most untrusted address and the user agent', async () => {
  expect((await download({ range: 'bytes=0-1023' })).status).toBe(206)
  const user_agent = 'Googlebot/2.1 Café'
  const headers = {
    'x-forwarded-for': '203.0.113.9, 198.51.100.7, 127.0.0.3',
    'user-agent': Buffer.from(user_agent).toString('latin1'),
  }
  expect((await download(headers)).status).toBe(200)
  const accesses = () =>
    inDatabaseOf(site.docket.folder, (db) =>
      db.selectFrom('document_accesses').selectAll().execute(),
    )
  const record = { document_id: 1, client_ip: '198.51.100.7', user_agent, is_robot: 1 }
  await expect.poll(accesses).toEqual([expect.objectContaining(record)])
})

describe('the public site', () => {
  it('names a saved file as a lawyer would', async () => {
    const { headers } = await download({}, '?disposition=attachment')
    const name = 'ECF 007-2 - Exhibit B.pdf'
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  })

  it('follows a docket number to its entry and its attachment', async () => {
    for (const [path, status, location] of [
      ['/ecf/7', 302, '/entries/1'],
      ['/ecf/7-2', 302, '/documents/1'],
      ['/ECF/7-2', 302, '/ecf/7-2'],
      ['/ecf/7-3', 404, null],
      ['/ecf/99', 404, null],
    ] as const) {
      const response = await fetch(site.docket.url + path, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([status, location])
    }
  })

  it('hides a draft and a deleted entry from every route, immediately, and shows it again', async () => {
    const isOpen = async (path: string) => {
      const response = await fetch(site.docket.url + path, { redirect: 'manual' })
      const text = (await response.text()).replace(/<\/?mark>/g, '')
      if (path === '/sitemap.xml') return text.includes('/entries/1<')
      const hasNoTitle = /^\/ecf|download$/.test(path)
      return response.status < 400 && (hasNoTitle || text.includes('MOTION to Dismiss'))
    }
    const visible = async () => {
      const answers = await Promise.all(PUBLIC_PATHS.map(isOpen))
      return PUBLIC_PATHS.filter((_, index) => answers[index])
    }
    const set = (change: EntryChange) =>
      inDatabaseOf(site.docket.folder, (db) =>
        db.updateTable('entries').set(change).where('id', '=', 1).execute(),
      )
    expect(await visible()).toEqual(PUBLIC_PATHS)
    for (const hide of [{ status: 'draft' }, { deleted_at: 1 }] satisfies EntryChange[]) {
      await set(hide)
      expect(await visible()).toEqual([])
      for (const method of ['HEAD', 'GET'])
        expect((await download({ range: 'bytes=0-10' }, '', method)).status).toBe(404)
      await set({ status: 'published', deleted_at: null })
      expect(await visible()).toEqual(PUBLIC_PATHS)
    }
  })

  it('answers wrong addresses with 404 and wrong queries with 4xx, never with 5xx', async () => {
    const wrong =
      `/entries/0 /entries/abc /entries/99999999999999999999 /documents/-1 /documents/1.5
      /ecf/ /ecf/7- /api/documents/%00/download /api/docket-entries?cursor=x
      /api/docket-entries?limit=0 /?page=0 /?page=999 /?from=2026-02-30 /?order=up
      /?q=${'a'.repeat(2000)} /?q=%00 /?q=a&q=b /?__proto__=x /%ff /unsubscribe/%00`.split(/\s+/)
    for (const path of wrong) {
      const { status } = await fetch(site.docket.url + path, { redirect: 'manual' })
      if (path === '/?__proto__=x') expect(status).toBeLessThan(500)
      else expect([400, 404, 422], path).toContain(status)
    }
  })

  it('sends the security headers on everything', async () => {
    const others = `/nothing /api/nothing /admin /admin/login /admin/nothing /healthz /robots.txt
      /unsubscribe/x`
    const paths = [...PUBLIC_PATHS, ...others.split(/\s+/)]
    for (const path of paths) {
      const { headers } = await fetch(site.docket.url + path, { redirect: 'manual' })
      const isPrivate = /^\/(admin|unsub|nothing|api\/nothing)/.test(path)
      expect(Object.fromEntries(headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'(?=.*frame-ancestors)(?=.*base-uri 'none')(?!.*unsafe-inline)/,
        ),
        'strict-transport-security': expect.stringMatching(/max-age=\d{8}/),
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': expect.stringMatching(isPrivate ? /^no-referrer$/ : /strict-origin/),
        ...(path.startsWith('/admin') && { 'cache-control': 'no-store' }),
      })
    }
    const { headers } = await download()
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(headers.get('content-type')).toBe('application/pdf')
  })

  it.each([
    ['no request at all', 'x\r\n\r\n', 400],
    ['a request without a host', 'GET /api/ HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a header too large', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    [
      'an expectation',
      'POST / HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nConnection: close\r\n\r\n',
      417,
    ],
  ])('sends them where it refuses %s', async (_what, request, status) => {
    const answer = await rawRequest(request)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const header of [
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'",
      'strict-transport-security: max-age=63072000',
      'content-type: application/problem+json',
    ])
      expect(answer.toLowerCase()).toContain(header)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status })
  })

  it('names the hash of each script and style sheet, as it is', async () => {
    for (const path of ['/', '/admin/login', '/nothing']) {
      const html = await (await fetch(site.docket.url + path)).text()
      const asset = /(?:src|href)="(\/assets\/[^"]+\.(?:js|css))" integrity="([^"]+)"/g
      const named = [...html.matchAll(asset)]
      expect(named, path).toHaveLength(2)
      for (const [, address, integrity] of named) {
        const bytes = new Uint8Array(await (await fetch(site.docket.url + address)).arrayBuffer())
        const hash = createHash('sha384').update(bytes).digest('base64')
        expect(integrity).toBe(`sha384-${hash}`)
      }
    }
  })

  it('lets the Host header reach no link', async () => {
    const paths = `/ /entries/1 /feed.xml /sitemap.xml /robots.txt /api/docket-entries
      /api/openapi.json /admin`
    for (const path of paths.split(/\s+/)) {
      const answer = await rawRequest(
        `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).not.toContain('evil.example')
    }
  })
})

function rawRequest(request: string): Promise<string> {
  const { port, hostname } = new URL(site.docket.url)
  const socket = connect(Number(port), hostname)
  socket.write(request)
  return text(socket)
}
