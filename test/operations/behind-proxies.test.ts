import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inDatabaseOf } from '../support/database-of.ts'
import { PROXIES } from '../support/proxies.ts'
import { newDataFolder, type RunningDocket, startDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const MB = 1024 * 1024

/** The visitor's address: another of this machine's than the proxy's, so it is not itself a trusted proxy. */
const VISITOR_ADDRESS = '127.0.0.2'

/* Whose address a download has, and when it counts, behind a real proxy if the machine has one. */
describe.each(PROXIES)('behind $name, as deploy/ sets it up', ({ name, isInstalled, start }) => {
  const test = it.runIf(isInstalled)
  const folder = newDataFolder()
  let docket: RunningDocket
  let proxy: Awaited<ReturnType<typeof start>>

  beforeAll(async () => {
    if (!isInstalled) return
    await loadSmallDocket({}, folder, [300_000, 40 * MB])
    docket = await startDocket({}, folder)
    proxy = await start({ folder, services: [new URL(docket.url).host] })
  })
  afterAll(async () => {
    await proxy?.stop()
    await docket?.stop('SIGKILL')
  })
  beforeEach(() =>
    inDatabaseOf(folder, async (db) => {
      await db.deleteFrom('document_accesses').execute()
      await db.deleteFrom('download_chains').execute()
    }),
  )

  /** Of the downloads, oldest first. */
  async function recordedAddresses(place = folder) {
    const rows = await inDatabaseOf(place, (db) =>
      db.selectFrom('document_accesses').select('client_ip').orderBy('id').execute(),
    )
    return rows.map(({ client_ip }) => client_ip)
  }

  const call = (path: string, options: RequestOptions = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = proxy
      const where = { host: '127.0.0.1', port, path, localAddress: VISITOR_ADDRESS, agent: false }
      get({ ...where, ...options }, resolve).on('error', reject)
    })

  /** @returns bytes */
  async function readWhole(path: string, options: RequestOptions = {}): Promise<number> {
    let bytes = 0
    for await (const piece of await call(path, options)) bytes += piece.length
    return bytes
  }

  test('a download has the address of the visitor, whatever the visitor claims; pages keep the docket’s own headers', async () => {
    const { headers } = (await call('/')).resume()
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const path = '/api/documents/1/download'
    await readWhole(path)
    await readWhole(path, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await readWhole(path, { headers: { 'x-forwarded-for': ['203.0.113.9', '127.0.0.1'] } })
    expect(await recordedAddresses()).toEqual(Array(3).fill(VISITOR_ADDRESS))
  })

  test('a large file counts when it was read, and not when the visitor left in the middle', async () => {
    const response = await call('/api/documents/2/download')
    await once(response, 'data')
    response.destroy()
    // The visitor is gone; the proxy needs a moment to notice and disconnect from the service, too.
    await setTimeout(1000)
    expect(await recordedAddresses()).toEqual([])
    expect(await readWhole('/api/documents/2/download')).toBeGreaterThan(40 * MB)
    expect(await recordedAddresses()).toEqual([VISITOR_ADDRESS])
  })

  if (name === 'Caddy')
    test('and a CDN that both it and the service trust, a download has the address of the visitor', async () => {
      const cdn = VISITOR_ADDRESS
      const folder = testFolder()
      await loadSmallDocket({}, folder, [1000])
      const docket = await startForTest({ TRUSTED_PROXIES: `127.0.0.1,${cdn}` }, folder)
      const { port, stop } = await start({ folder, services: [new URL(docket.url).host], cdn })
      onTestFinished(stop)
      const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
      await readWhole('/api/documents/1/download', { port, headers })
      expect(await recordedAddresses(folder)).toEqual(['198.51.100.7'])
    })

  if (name !== 'nginx') return

  test('addresses that let their holder do something are not in its log', async () => {
    const secrets = ['/admin/first-run/x', '/unsubscribe/x', '/subscribe/confirm/x']
    for (const path of [...secrets, '/api/docket-entries'])
      await fetch(`http://127.0.0.1:${proxy.port}${path}`)
    const log = () => readFileSync(join(folder, 'nginx/access.log'), 'utf8')
    await expect.poll(log).toContain('GET /api/docket-entries ')
    for (const path of secrets) expect(log()).not.toContain(path)
  })
})
