import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntryChange } from '../../src/platform/database/schema.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { writeLargePdf } from '../support/large-pdf.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  runDocket,
  startDocket,
} from '../support/run-docket.ts'

const pdf = '../shared/fixtures/pdfs/image-only.pdf'
const size = statSync(pdf).size

let folder: string
let docket: RunningDocket
let large: string

interface AccessRow {
  document_id: number
  client_ip: string | null
  user_agent: string
  is_robot: number
}

/** Three entries: one with a usual PDF, one with a PDF of 40 MB, one text-only. */
beforeAll(async () => {
  folder = newDataFolder()
  mkdirSync(join(folder, 'pdfs'))
  copyFileSync(pdf, join(folder, 'pdfs/7-2.pdf'))
  large = join(folder, 'pdfs/8.pdf')
  await writeLargePdf(large, 40 * 1024 * 1024)
  const docket_entries = [
    {
      document_number: '7',
      date_filed: '2026-03-05',
      description: 'MOTION to Dismiss by Roe',
      attachments: [{ attachment_number: 2, description: 'Exhibit B' }],
    },
    {
      document_number: '8',
      date_filed: '2026-03-06',
      description: 'EXHIBITS in Support',
      attachments: [],
    },
    {
      document_number: null,
      date_filed: '2026-03-07',
      description: 'Minute Entry for <b>proceedings</b> held before Judge Doe',
    },
  ]
  writeFileSync(
    join(folder, 'docket.json'),
    JSON.stringify({ case_name: 'Doe v. Roe', docket_entries }),
  )
  await runDocket(
    ['docket:import', join(folder, 'docket.json'), '--documents', join(folder, 'pdfs')],
    { DATA_DIR: folder },
  )
  docket = await startDocket({ PUBLIC_URL: 'https://docket.example.com' }, folder)
}, 120_000)

afterAll(async () => {
  await docket?.stop()
  removeFolder(folder)
})

const accesses = () =>
  inDatabaseOf(
    folder,
    (db): Promise<AccessRow[]> =>
      db.selectFrom('document_accesses').selectAll().orderBy('id').execute(),
  )

/** The records that `work` leaves; a moment is waited for one that should not come. */
async function recordsOf(work: () => Promise<unknown>, expected: number): Promise<AccessRow[]> {
  const before = (await accesses()).length
  await work()
  if (expected > 0) await expect.poll(async () => (await accesses()).length - before).toBe(expected)
  else await new Promise((resolve) => setTimeout(resolve, 300))
  return (await accesses()).slice(before)
}

const download = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${docket.url}/api/documents/1/download`, { method, headers }).then(async (response) => {
    await response.arrayBuffer()
    return response
  })

describe('what counts as a download', () => {
  it.each<[string, Record<string, string>, number, number]>([
    ['a whole file', {}, 200, 1],
    ['a range that ends at the last byte', { range: `bytes=1000-${size - 1}` }, 206, 1],
    ['the end of an interrupted download', { range: 'bytes=1000-' }, 206, 1],
    ['a suffix', { range: 'bytes=-500' }, 206, 1],
    ['a range before the last byte', { range: 'bytes=0-1023' }, 206, 0],
    ['a range that cannot be', { range: `bytes=${size}-` }, 416, 0],
    ['many overlapping ranges, answered with the file once', { range: 'bytes=0-,0-,0-' }, 200, 1],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 200, 0],
    ['an older prefetch', { purpose: 'prefetch' }, 200, 0],
  ])('%s', async (_, headers, status, count) => {
    const rows = await recordsOf(
      async () => expect((await download(headers)).status).toBe(status),
      count,
    )
    expect(rows).toHaveLength(count)
  })

  it('neither HEAD nor an unchanged file; HEAD tells the same size and tag', async () => {
    const whole = await download()
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    const rows = await recordsOf(async () => {
      const head = await download({}, 'HEAD')
      expect(head.headers.get('content-length')).toBe(String(size))
      expect(head.headers.get('etag')).toBe(etag)
      expect((await download({ 'if-none-match': etag })).status).toBe(304)
    }, 0)
    expect(rows).toHaveLength(0)
  })

  it('not a transfer that the visitor breaks off', async () => {
    const rows = await recordsOf(
      () =>
        new Promise<void>((resolve) => {
          const { port, hostname } = new URL(docket.url)
          const socket = connect(Number(port), hostname)
          socket.write('GET /api/documents/2/download HTTP/1.1\r\nHost: x\r\n\r\n')
          socket.once('data', () => {
            socket.destroy()
            resolve()
          })
        }),
      0,
    )
    expect(rows).toHaveLength(0)
  })

  it.each([
    ['the right-most untrusted address', '203.0.113.9, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['an IPv4 address in IPv6 clothes, with a port', '[::ffff:198.51.100.8]:443', '198.51.100.8'],
    ['nothing that is no address', 'unknown', null],
  ])('with %s as the visitor', async (_, forwarded, ip) => {
    const [row] = await recordsOf(
      () => download({ 'x-forwarded-for': forwarded, 'user-agent': 'Googlebot/2.1' }),
      1,
    )
    expect(row).toMatchObject({
      document_id: 1,
      client_ip: ip,
      user_agent: 'Googlebot/2.1',
      is_robot: 1,
    })
  })

  it('a record survives the program’s death at the moment the file is there', async () => {
    const other = newDataFolder()
    await runDocket(
      ['docket:import', join(folder, 'docket.json'), '--documents', join(folder, 'pdfs')],
      { DATA_DIR: other },
    )
    for (let round = 1; round <= 3; round += 1) {
      const victim = await startDocket({}, other)
      const response = await fetch(`${victim.url}/api/documents/1/download`)
      expect((await response.arrayBuffer()).byteLength).toBe(size)
      await victim.stop('SIGKILL')
      const rows = await inDatabaseOf(other, (db) =>
        db.selectFrom('document_accesses').select('id').execute(),
      )
      expect(rows).toHaveLength(round)
    }
    removeFolder(other)
  })

  it('lets a download under way end when the program is told to stop', async () => {
    const other = await startDocket({}, folder)
    const response = await fetch(`${other.url}/api/documents/2/download`)
    const stopped = other.stop('SIGTERM')
    expect((await response.arrayBuffer()).byteLength).toBe(statSync(large).size)
    expect(await stopped).toBe(0)
  })
})

const doors = [
  '/',
  '/entries/1',
  '/documents/1',
  '/ecf/7',
  '/ecf/7-2',
  '/api/documents/1/download',
  '/api/docket-entries',
  '/api/docket-entries/1',
  '/feed.xml',
  '/sitemap.xml',
  '/?q=dismiss',
]

describe('the public site', () => {
  it('shows the docket with dates as Americans write them', async () => {
    const home = await (await fetch(docket.url)).text()
    for (const text of [
      'Doe v. Roe',
      '03/05/2026',
      'Exhibit B',
      'Text-only entry',
      '/documents/1',
      '?disposition=attachment',
    ]) {
      expect(home).toContain(text)
    }
    expect(home).toContain('&lt;b>proceedings&lt;/b>')
    expect(home).not.toContain('<b>proceedings')
  })

  it('names a saved file as a lawyer would', async () => {
    const response = await fetch(`${docket.url}/api/documents/1/download?disposition=attachment`)
    await response.arrayBuffer()
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="ECF 007-2 - Exhibit B.pdf"',
    )
  })

  it('follows a docket number to its entry and its attachment', async () => {
    const follow = async (path: string) => {
      const response = await fetch(docket.url + path, { redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    expect(await follow('/ecf/7')).toEqual([302, '/entries/1'])
    expect(await follow('/ecf/7-2')).toEqual([302, '/documents/1'])
    expect((await follow('/ecf/7-3'))[0]).toBe(404)
    expect((await follow('/ecf/99'))[0]).toBe(404)
  })

  it('hides a draft and a deleted entry behind every door, at once, and shows it again', async () => {
    const visible = async () => {
      const answers = await Promise.all(
        doors.map(async (path) => {
          const response = await fetch(docket.url + path, { redirect: 'manual' })
          return (
            response.status < 400 &&
            (!(await response.text()).replace(/<\/?mark>/g, '').includes('MOTION to Dismiss')
              ? ['/ecf/7', '/ecf/7-2', '/api/documents/1/download', '/sitemap.xml'].includes(path)
              : true)
          )
        }),
      )
      return doors.filter((_, index) => answers[index])
    }
    const set = (change: EntryChange) =>
      inDatabaseOf(folder, (db) =>
        db.updateTable('entries').set(change).where('id', '=', 1).execute(),
      )
    expect(await visible()).toEqual(doors)
    for (const hide of [{ status: 'draft' }, { deleted_at: 1 }] satisfies EntryChange[]) {
      await set(hide)
      expect(await visible()).toEqual(['/sitemap.xml'])
      expect(await (await fetch(`${docket.url}/sitemap.xml`)).text()).not.toContain('/entries/1<')
      for (const method of ['HEAD', 'GET']) {
        expect((await download({ range: 'bytes=0-10' }, method)).status).toBe(404)
      }
      await set({ status: 'published', deleted_at: null })
      expect(await visible()).toEqual(doors)
    }
  })

  it('answers wrong addresses with 404 and wrong queries with 4xx, never with 5xx', async () => {
    const wrong = [
      '/entries/0',
      '/entries/abc',
      '/entries/99999999999999999999',
      '/documents/-1',
      '/documents/1.5',
      '/ecf/',
      '/ecf/7-',
      '/api/documents/%00/download',
      '/api/docket-entries?cursor=x',
      '/api/docket-entries?limit=0',
      '/?page=0',
      '/?page=999',
      '/?from=2026-02-30',
      '/?order=up',
      `/?q=${'a'.repeat(2000)}`,
      '/?q=%00',
      '/?q=a&q=b',
      '/?__proto__=x',
      '/%ff',
      '/unsubscribe/%00',
    ]
    for (const path of wrong) {
      const { status } = await fetch(docket.url + path, { redirect: 'manual' })
      if (path === '/?__proto__=x') expect(status).toBeLessThan(500)
      else expect([400, 404, 422], path).toContain(status)
    }
  })

  it('searches with every character a person may type', async () => {
    for (const q of [
      '"',
      "'",
      '(',
      'a AND',
      'NEAR(',
      'col:x',
      '*',
      '-',
      'über',
      '"dismiss',
      'dis*',
      '^a',
      '{}',
      '\\',
      'a"b"c',
      '%',
      '_',
    ]) {
      expect((await fetch(`${docket.url}/?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
    }
    expect(await (await fetch(`${docket.url}/?q=motions`)).text()).toContain('1 entry found')
  })

  it('sends the security headers on everything', async () => {
    const paths = [
      ...doors,
      '/nothing',
      '/api/nothing',
      '/admin',
      '/admin/login',
      '/admin/nothing',
      '/healthz',
      '/robots.txt',
      '/unsubscribe/x',
    ]
    for (const path of paths) {
      const { headers } = await fetch(docket.url + path, { redirect: 'manual' })
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('content-security-policy'), path).toMatch(
        /^default-src 'none'.*frame-ancestors/,
      )
      expect(headers.get('strict-transport-security'), path).toMatch(/max-age=\d{8}/)
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(headers.get('referrer-policy'), path).toMatch(
        path.startsWith('/admin') || path.startsWith('/unsub') ? /^no-referrer$/ : /strict-origin/,
      )
      if (!path.includes('download'))
        expect(headers.get('content-security-policy'), path).not.toContain('unsafe-inline')
      if (path.startsWith('/admin')) expect(headers.get('cache-control'), path).toBe('no-store')
    }
    const { headers } = await download()
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(headers.get('content-type')).toBe('application/pdf')
  })

  it('lets the Host header reach no link', async () => {
    for (const path of [
      '/',
      '/entries/1',
      '/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/api/docket-entries',
      '/admin',
    ]) {
      const answer = await rawRequest(
        `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).not.toContain('evil.example')
    }
  })

  it('refuses what another site’s page sends, before anything else', async () => {
    for (const path of ['/api/subscribe', '/admin/login', '/admin/entries', '/unsubscribe/x']) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ]) {
        const response = await fetch(docket.url + path, {
          method: 'POST',
          headers: { ...headers, accept: 'application/json' },
          body: new URLSearchParams({ email: 'a@example.com' }),
        })
        expect(response.status, path).toBe(403)
      }
    }
  })

  it('describes its API so that every reference leads somewhere', async () => {
    const document = await (await fetch(`${docket.url}/api/openapi.json`)).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/docket-entries',
        '/api/docket-entries/{id}',
        '/api/documents/{id}/download',
        '/api/subscribe',
        '/api/unsubscribe/{token}',
      ]),
    )
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, path = ''] of references) {
      const found = path.split('/').reduce((part, name) => part?.[name], document)
      expect(found, path).toBeTypeOf('object')
    }
    const entry = await (await fetch(`${docket.url}/api/docket-entries/1`)).json()
    expect(entry).toMatchObject({
      id: 1,
      number: 7,
      filed_on: '2026-03-05',
      url: 'https://docket.example.com/entries/1',
    })
    expect(entry.documents[0]).toMatchObject({
      id: 1,
      attachment_number: 2,
      title: 'Exhibit B',
      page_count: 1,
      byte_size: size,
      download_url: 'https://docket.example.com/api/documents/1/download',
    })
  })

  it('pages through the API without gaps or repeats', async () => {
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: { id: number }[]; next_cursor: string | null } = await (
        await fetch(`${docket.url}/api/docket-entries?limit=1${cursor && `&cursor=${cursor}`}`)
      ).json()
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual([3, 2, 1])
  })
})

function rawRequest(text: string): Promise<string> {
  const { port, hostname } = new URL(docket.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.write(text)
  })
}
