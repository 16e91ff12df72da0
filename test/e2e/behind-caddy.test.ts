import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanEnvironment } from '../support/environment.ts'
import { freePort } from '../support/free-port.ts'
import {
  createProxiedVisitor,
  forgetDownloads,
  recordedAddresses,
  VISITOR_ADDRESS,
} from '../support/proxied-visitor.ts'
import {
  newDataFolder,
  type RunningDocket,
  removeFolder,
  startDocket,
} from '../support/run-docket.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

/* The example that operators copy, deploy/Caddyfile, with a real Caddy where the machine has one. */

const MB = 1024 * 1024
const hasCaddy = spawnSync('caddy', ['version']).status === 0

let folder: string
let docket: RunningDocket
let caddy: ReturnType<typeof spawn>
let visitor: ReturnType<typeof createProxiedVisitor>

/** Another address, no TLS, everything in the test's folder; the rest as it is. */
async function startCaddy(): Promise<number> {
  const port = await freePort()
  const site = readFileSync('deploy/Caddyfile', 'utf8')
    .replace('docket.example.com', `http://:${port}`)
    .replace('127.0.0.1:3000', docket.url.replace('http://', ''))
  const file = join(folder, 'Caddyfile')
  const options = '{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n'
  writeFileSync(file, options + site)
  const env = cleanEnvironment({ HOME: folder, XDG_DATA_HOME: folder })
  caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: 'ignore',
  })
  return port
}

describe.skipIf(!hasCaddy)('behind Caddy, as deploy/Caddyfile sets it up', () => {
  beforeAll(async () => {
    folder = newDataFolder()
    await loadSmallDocket({}, folder, [300_000, 40 * MB])
    docket = await startDocket({ TRUSTED_PROXIES: '127.0.0.1' }, folder)
    visitor = createProxiedVisitor(await startCaddy())
    await visitor.untilItAnswers()
  })
  afterAll(async () => {
    caddy?.kill('SIGTERM')
    if (caddy && caddy.exitCode === null) await once(caddy, 'exit')
    await docket?.stop('SIGKILL')
    if (folder) removeFolder(folder)
  })
  beforeEach(() => forgetDownloads(folder))

  it('a download has the address of the visitor, whatever the visitor claims', async () => {
    const path = '/api/documents/1/download'
    await visitor.readWhole(path)
    await visitor.readWhole(path, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await visitor.readWhole(path, { headers: { 'x-forwarded-for': ['203.0.113.9', '127.0.0.1'] } })
    expect(recordedAddresses(folder)).toEqual([VISITOR_ADDRESS, VISITOR_ADDRESS, VISITOR_ADDRESS])
  })

  it('a large file counts when it was read, and not when the visitor left in the middle', async () => {
    const response = await visitor.ask('/api/documents/2/download')
    await once(response, 'data')
    response.destroy()
    // The visitor is gone; Caddy needs a moment to notice and to leave the service, too.
    await setTimeout(1000)
    expect(recordedAddresses(folder)).toEqual([])
    expect(await visitor.readWhole('/api/documents/2/download')).toBeGreaterThan(40 * MB)
    expect(recordedAddresses(folder)).toEqual([VISITOR_ADDRESS])
  })

  it('pages are on the address that visitors see, and the docket’s own headers are kept', async () => {
    const page = await visitor.ask('/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    page.resume()
  })
})
