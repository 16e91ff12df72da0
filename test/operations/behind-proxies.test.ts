import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startCaddy, startNginx } from '../support/proxies.ts'
import { newDataFolder, type RunningDocket, startDocket } from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const MB = 1024 * 1024

/** The visitor's address: another of this machine's than the proxy's, so it is not itself a trusted proxy. */
const VISITOR_ADDRESS = '127.0.0.2'

/* Whose address a download has, and when it counts, behind a real proxy if the machine has one. */
describe.each([
  ['Caddy, as deploy/Caddyfile sets it up', 'caddy', 'version', startCaddy],
  ['nginx, as deploy/nginx.conf sets it up', 'nginx', '-v', startNginx],
] as const)('behind %s', (_, program, version, start) => {
  const isMissing = spawnSync(program, [version]).status !== 0
  const test = it.skipIf(isMissing)
  const folder = newDataFolder()
  let docket: RunningDocket
  let proxy: ChildProcess
  let port: number

  beforeAll(async () => {
    if (isMissing) return
    await loadSmallDocket({}, folder, [300_000, 40 * MB])
    docket = await startDocket({}, folder)
    port = await freePort()
    proxy = start({ folder, services: [new URL(docket.url).host], port })
    await vi.waitFor(() => readWhole('/healthz'), 10_000)
  })
  afterAll(async () => {
    proxy?.kill('SIGTERM')
    if (proxy && proxy.exitCode === null) await once(proxy, 'exit')
    await docket?.stop('SIGKILL')
  })
  beforeEach(() =>
    inFile((db) => db.exec('delete from document_accesses; delete from download_chains')),
  )

  function inFile<T>(work: (db: SQLite.Database) => T, place = folder): T {
    const database = new SQLite(join(place, 'docket.db'))
    const result = work(database)
    database.close()
    return result
  }

  /** Of the downloads, oldest first. */
  const recordedAddresses = (place = folder) =>
    inFile(
      (db) => db.prepare('select client_ip from document_accesses order by id').pluck().all(),
      place,
    )

  const call = (path: string, options: RequestOptions = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const where = { host: '127.0.0.1', port, path, localAddress: VISITOR_ADDRESS, agent: false }
      get({ ...where, ...options }, resolve).on('error', reject)
    })

  /** @returns bytes */
  async function readWhole(path: string, options: RequestOptions = {}): Promise<number> {
    let bytes = 0
    for await (const piece of await call(path, options)) bytes += piece.length
    return bytes
  }

  test('a download has the address of the visitor, whatever the visitor claims', async () => {
    const path = '/api/documents/1/download'
    await readWhole(path)
    await readWhole(path, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await readWhole(path, { headers: { 'x-forwarded-for': ['203.0.113.9', '127.0.0.1'] } })
    expect(recordedAddresses()).toEqual(Array(3).fill(VISITOR_ADDRESS))
  })

  test('a large file counts when it was read, and not when the visitor left in the middle', async () => {
    const response = await call('/api/documents/2/download')
    await once(response, 'data')
    response.destroy()
    // The visitor is gone; the proxy needs a moment to notice and disconnect from the service, too.
    await setTimeout(1000)
    expect(recordedAddresses()).toEqual([])
    expect(await readWhole('/api/documents/2/download')).toBeGreaterThan(40 * MB)
    expect(recordedAddresses()).toEqual([VISITOR_ADDRESS])
  })

  test('pages are on the address that visitors see, and the docket’s own headers are kept', async () => {
    const page = await call('/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    page.resume()
  })

  if (program === 'caddy')
    test('and a CDN that both it and the service trust, a download has the address of the visitor', async () => {
      const cdn = VISITOR_ADDRESS
      const folder = newDataFolder()
      await loadSmallDocket({}, folder, [1000])
      const docket = await startDocket({ TRUSTED_PROXIES: `127.0.0.1,${cdn}` }, folder)
      const port = await freePort()
      const proxy = start({ folder, services: [new URL(docket.url).host], port, cdn })
      onTestFinished(async () => {
        proxy.kill('SIGTERM')
        await docket.stop('SIGKILL')
      })
      await vi.waitFor(() => readWhole('/healthz', { port }), 10_000)
      const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
      await readWhole('/api/documents/1/download', { port, headers })
      expect(recordedAddresses(folder)).toEqual(['198.51.100.7'])
    })

  if (program !== 'nginx') return

  test('the file is accepted by nginx itself, with its ports and certificates of another machine', () => {
    execFileSync('nginx', ['-t', '-q', '-c', join(folder, 'nginx/nginx.conf')])
  })

  test('addresses that let their holder do something are not in its log', async () => {
    const secrets = ['/admin/first-run/x', '/unsubscribe/x', '/subscribe/confirm/x']
    for (const path of [...secrets, '/api/docket-entries'])
      await fetch(`http://127.0.0.1:${port}${path}`)
    const log = () => readFileSync(join(folder, 'nginx/access.log'), 'utf8')
    await expect.poll(log).toContain('GET /api/docket-entries ')
    for (const path of secrets) expect(log()).not.toContain(path)
  })
})
