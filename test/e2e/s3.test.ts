import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docketInStore } from '../support/docket-in-store.ts'
import type { Fault } from '../support/faulty-proxy.ts'
import { type RunningDocket, startDocket } from '../support/run-docket.ts'
import { say } from '../support/say.ts'

const MB = 1024 * 1024
const PREFETCH = { 'sec-purpose': 'prefetch' }

const place = docketInStore()

function countRecords(): number {
  const database = new SQLite(join(place.folder, 'docket.db'), { readonly: true })
  try {
    const row = database.prepare('select count(*) as count from document_accesses').get()
    return (row as { count: number }).count
  } finally {
    database.close()
  }
}

function onReads(fault: Fault): void {
  place.proxy.fault = ({ method, url }) =>
    method === 'GET' && url?.includes('.pdf') ? fault : undefined
}

describe('a start that refuses, with one sentence', () => {
  const stop = async (changed: Record<string, string>) => {
    const { code, stderr } = await say(['serve'], {
      ...place.environment,
      PORT: '0',
      ...changed,
    })
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('STORAGE_URL')
    expect(stderr).toContain('s3://bucket/filings')
    expect(stderr).not.toMatch(/hunter2|\n\s+at /)
    return stderr
  }
  const missing = () => ({
    STORAGE_URL: place.server.url('docs').replace('//filings', '//nowhere'),
  })

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['an address that is none', () => ({ STORAGE_URL: 's3://x' }), /name of a bucket/],
    ['a bucket that is not there', missing, /there is no such bucket/],
    ['a wrong secret', () => ({ AWS_SECRET_ACCESS_KEY: 'hunter2' }), /the secret key is wrong/],
    ['an unknown key', () => ({ AWS_ACCESS_KEY_ID: 'hunter2' }), /does not know the access key/],
    [
      'a port where nothing is',
      () => ({ STORAGE_URL: place.server.url('docs', 'http://127.0.0.1:1') }),
      /nothing is listening at that host and port/,
    ],
  ])('%s', async (_, changed, message) => {
    expect(await stop(changed())).toMatch(message)
  })

  it('a store that may only be read', async () => {
    place.proxy.fault = ({ method }) => (method === 'PUT' ? 'denied' : undefined)
    expect(await stop({})).toMatch(/the credentials are not allowed to write objects/)
  })

  it('redirects without a store, or to a store that browsers would not load from', async () => {
    const redirect = { STORAGE_DOWNLOADS: 'redirect' }
    const refuse = (more: Record<string, string>) =>
      say(['serve'], { ...place.environment, ...redirect, ...more })
    expect((await refuse({ STORAGE_URL: '' })).stderr).toMatch(/needs an S3-compatible store/)
    const secure = { PUBLIC_URL: 'https://docket.example.com' }
    expect((await refuse(secure)).stderr).toMatch(/visitors can reach over https/)
  })
})

describe('serving from a store', () => {
  let docket: RunningDocket
  const download = (id: number, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${docket.url}/api/documents/${id}/download`, { headers, method })

  beforeAll(async () => {
    // No cache, so that every download reads from the store.
    docket = await startDocket({ ...place.environment, DOCUMENT_CACHE_MB: '0' }, place.folder)
  })
  afterAll(() => docket.stop('SIGKILL'))

  it('sends whole documents and ranges, and counts them as usual', async () => {
    const before = countRecords()
    for (const id of [1, 2]) {
      const original = readFileSync(join(place.folder, 'pdfs', `${id}.pdf`))
      const whole = await download(id)
      expect(whole.headers.get('content-type')).toBe('application/pdf')
      expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true)
      const part = await download(id, { range: 'bytes=1000-200000' })
      expect(part.status).toBe(206)
      const bytes = Buffer.from(await part.arrayBuffer())
      expect(bytes.equals(original.subarray(1000, 200_001))).toBe(true)
    }
    expect(countRecords(), docket.output()).toBe(before + 2)
  })

  it.each<Fault>(['refused', 'slow-down'])(
    'a store that %s: 503 in words, nothing counted, and it is back by itself',
    async (fault) => {
      const before = countRecords()
      onReads(fault)
      const answer = await download(2, { accept: 'application/json' })
      expect(answer.status).toBe(503)
      expect(await answer.text()).toContain('The document storage is not responding')
      place.proxy.fault = () => undefined
      expect((await (await download(2)).arrayBuffer()).byteLength).toBeGreaterThan(12 * MB)
      expect(countRecords()).toBe(before + 1)
    },
  )

  it('a download that the store keeps cutting off ends here, too: no record', async () => {
    const before = countRecords()
    onReads('cut')
    const answer = await download(2)
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    expect(countRecords()).toBe(before)
  })

  it('readyz shows that the store is down, and that it is back', async () => {
    const ready = async () => (await fetch(`${docket.url}/readyz`)).status
    expect(await ready()).toBe(200)
    place.proxy.fault = () => 'refused'
    const text = async () =>
      (await fetch(`${docket.url}/readyz`, { headers: { accept: 'application/json' } })).text()
    // /readyz caches its answer for a few seconds.
    await expect.poll(text, { timeout: 10_000 }).toContain('storage is not responding')
    expect(await ready()).toBe(503)
    // Pages still work.
    expect((await fetch(docket.url)).status).toBe(200)
    place.proxy.fault = () => undefined
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
  })
})

describe('redirecting to the store', () => {
  let docket: RunningDocket
  const ask = (headers: Record<string, string> = {}, method = 'GET', query = '') =>
    fetch(`${docket.url}/api/documents/2/download${query}`, {
      headers,
      method,
      redirect: 'manual',
    })

  beforeAll(async () => {
    docket = await startDocket(
      { ...place.environment, STORAGE_DOWNLOADS: 'redirect' },
      place.folder,
    )
  })
  afterAll(() => docket.stop('SIGKILL'))

  it('sends a visitor there with an address that works for a short while, and counts it', async () => {
    const before = countRecords()
    const answer = await ask()
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(countRecords()).toBe(before + 1)
    const address = new URL(answer.headers.get('location') ?? '')
    expect(address.origin).toBe(place.proxy.url)
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300)
    const file = await fetch(address)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="ECF 002/)
    const original = readFileSync(join(place.folder, 'pdfs', '2.pdf'))
    expect(Buffer.from(await file.arrayBuffer()).equals(original)).toBe(true)
    address.searchParams.set('X-Amz-Signature', '0'.repeat(64))
    expect((await fetch(address)).status).toBe(403)
  })

  it.each<[string, Record<string, string>, string, number, number]>([
    ['a range from the first byte', { range: 'bytes=0-99' }, 'GET', 302, 1],
    ['a range from a later one', { range: 'bytes=100-' }, 'GET', 302, 0],
    ['a prefetch', PREFETCH, 'GET', 302, 0],
    ['HEAD', {}, 'HEAD', 200, 0],
    ['a range that is not there', { range: 'bytes=99999999-' }, 'GET', 416, 0],
  ])('%s', async (name, headers, method, status, counted) => {
    const before = countRecords()
    const client = { ...headers, 'user-agent': name }
    expect((await ask(client, method)).status).toBe(status)
    expect(countRecords()).toBe(before + counted)
  })

  it('a visitor who already has the file is not redirected', async () => {
    const etag = (await ask({}, 'HEAD')).headers.get('etag') ?? ''
    const before = countRecords()
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect(countRecords()).toBe(before)
  })

  it('a file to save has the same name', async () => {
    const answer = await ask({}, 'GET', '?disposition=attachment')
    const address = new URL(answer.headers.get('location') ?? '')
    expect(address.searchParams.get('response-content-disposition')).toMatch(/^attachment; /)
  })

  it('pages may frame the store, and otherwise only what they could before', async () => {
    const policy = (await fetch(docket.url)).headers.get('content-security-policy')
    expect(policy).toContain(`frame-src 'self' ${place.proxy.url};`)
    expect(policy).toContain("default-src 'none'")
  })

  it('a draft is 404 here as everywhere', async () => {
    const database = new SQLite(join(place.folder, 'docket.db'))
    const set = (status: string) =>
      database.prepare('update entries set status = ? where id = 2').run(status)
    set('draft')
    expect((await ask()).status).toBe(404)
    set('published')
    database.close()
    expect((await ask()).status).toBe(302)
  })
})
