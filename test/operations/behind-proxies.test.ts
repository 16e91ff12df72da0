import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { type ProxyOptions, startCaddy, startNginx } from '../support/proxies.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  startDocket,
} from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const MB = 1024 * 1024

/** There before the first test. */
interface ProxiedSite {
  folder: string
  /** The proxy's. */
  port: number
  visitor: ReturnType<typeof createProxiedVisitor>
}

/**
 * Tests whose address a download has, and when it counts, behind a real proxy if the machine has one.
 * @param program prints its version when started with these words
 */
function describeBehind(
  name: string,
  program: [command: string, ...words: string[]],
  start: (options: ProxyOptions) => ChildProcess,
  tests: (site: ProxiedSite) => void,
): void {
  const [command, ...words] = program
  describe.skipIf(spawnSync(command, words).status !== 0)(name, () => {
    const site = {} as ProxiedSite
    let docket: RunningDocket
    let proxy: ChildProcess
    beforeAll(async () => {
      site.folder = newDataFolder()
      await loadSmallDocket({}, site.folder, [300_000, 40 * MB, 3 * MB])
      docket = await startDocket({}, site.folder)
      site.port = await freePort()
      const services = [new URL(docket.url).host]
      proxy = start({ folder: site.folder, services, port: site.port })
      site.visitor = createProxiedVisitor(site.port)
      await vi.waitFor(() => site.visitor.readWhole('/healthz'), 10_000)
    })
    afterAll(async () => {
      proxy?.kill('SIGTERM')
      if (proxy && proxy.exitCode === null) await once(proxy, 'exit')
      await docket?.stop('SIGKILL')
      if (site.folder) removeFolder(site.folder)
    })
    beforeEach(() => forgetDownloads(site.folder))
    testDownloads(site)
    tests(site)
  })
}

function testDownloads(site: ProxiedSite): void {
  it('a download has the address of the visitor, whatever the visitor claims', async () => {
    const path = '/api/documents/1/download'
    const { readWhole } = site.visitor
    await readWhole(path)
    await readWhole(path, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await readWhole(path, { headers: { 'x-forwarded-for': ['203.0.113.9', '127.0.0.1'] } })
    expect(recordedAddresses(site.folder)).toEqual(Array(3).fill(VISITOR_ADDRESS))
  })

  it('a large file counts when it was read, and not when the visitor left in the middle', async () => {
    const response = await site.visitor.ask('/api/documents/2/download')
    await once(response, 'data')
    response.destroy()
    // The visitor is gone; the proxy needs a moment to notice and disconnect from the service, too.
    await setTimeout(1000)
    expect(recordedAddresses(site.folder)).toEqual([])
    expect(await site.visitor.readWhole('/api/documents/2/download')).toBeGreaterThan(40 * MB)
    expect(recordedAddresses(site.folder)).toEqual([VISITOR_ADDRESS])
  })
}

/** The visitor's address: another of this machine's than the proxy's, so it is not itself a trusted proxy. */
const VISITOR_ADDRESS = '127.0.0.2'

/** A visitor of a reverse proxy that listens at the port. */
function createProxiedVisitor(port: number) {
  const call = (path: string, options: RequestOptions = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const where = { host: '127.0.0.1', port, path, localAddress: VISITOR_ADDRESS, agent: false }
      get({ ...where, ...options }, resolve).on('error', reject)
    })
  return {
    ask: call,

    /** @returns bytes */
    async readWhole(path: string, options: RequestOptions = {}): Promise<number> {
      let bytes = 0
      for await (const piece of await call(path, options)) bytes += piece.length
      return bytes
    },
  }
}

/** Of the downloads of a data folder, oldest first. */
function recordedAddresses(folder: string): unknown[] {
  const database = new SQLite(join(folder, 'docket.db'), { readonly: true })
  const rows = database.prepare('select client_ip from document_accesses order by id').pluck()
  const addresses = rows.all()
  database.close()
  return addresses
}

function forgetDownloads(folder: string): void {
  const database = new SQLite(join(folder, 'docket.db'))
  database.exec('delete from document_accesses; delete from download_chains')
  database.close()
}

describeBehind(
  'behind Caddy, as deploy/Caddyfile sets it up',
  ['caddy', 'version'],
  startCaddy,
  (site) => {
    it('pages are on the address that visitors see, and the docket’s own headers are kept', async () => {
      const page = await site.visitor.ask('/')
      expect(page.statusCode).toBe(200)
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      page.resume()
    })
  },
)

it.skipIf(spawnSync('caddy', ['version']).status !== 0)(
  'behind Caddy and a CDN that both it and the service trust, a download has the address of the visitor',
  async () => {
    const cdn = VISITOR_ADDRESS
    const folder = newDataFolder()
    await loadSmallDocket({}, folder, [1000])
    const docket = await startDocket({ TRUSTED_PROXIES: `127.0.0.1,${cdn}` }, folder)
    const port = await freePort()
    const proxy = startCaddy({ folder, services: [new URL(docket.url).host], port, cdn })
    onTestFinished(async () => {
      proxy.kill('SIGTERM')
      await docket.stop('SIGKILL')
      removeFolder(folder)
    })
    const { readWhole } = createProxiedVisitor(port)
    await vi.waitFor(() => readWhole('/healthz'), 10_000)
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
    await readWhole('/api/documents/1/download', { headers })
    expect(recordedAddresses(folder)).toEqual(['198.51.100.7'])
  },
)

describeBehind(
  'behind nginx, as deploy/nginx.conf sets it up',
  ['nginx', '-v'],
  startNginx,
  (site) => {
    it('the file is accepted by nginx itself, with its ports and certificates of another machine', () => {
      execFileSync('nginx', ['-t', '-q', '-c', join(site.folder, 'nginx/nginx.conf')])
    })

    it('addresses that let their holder do something are not in its log', async () => {
      const secrets = ['/admin/first-run/x', '/unsubscribe/x', '/subscribe/confirm/x']
      for (const path of [...secrets, '/api/docket-entries'])
        await fetch(`http://127.0.0.1:${site.port}${path}`)
      const log = () => readFileSync(join(site.folder, 'nginx/access.log'), 'utf8')
      await expect.poll(log).toContain('GET /api/docket-entries ')
      for (const path of secrets) expect(log()).not.toContain(path)
    })
  },
)
