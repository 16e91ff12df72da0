import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

/* The example that operators copy, deploy/nginx.conf, with a real nginx where the machine has one. */

const MB = 1024 * 1024
const hasNginx = spawnSync('nginx', ['-v']).status === 0

let folder: string
let docket: RunningDocket
let nginx: ReturnType<typeof spawn>
let port: number
let visitor: ReturnType<typeof createProxiedVisitor>

/** Another address, no TLS, everything in the test's folder; the rest as it is. */
async function startNginx(): Promise<void> {
  const work = join(folder, 'nginx')
  mkdirSync(work)
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/server \{\s+listen 80;[^}]+\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/.*listen \[::\]:443.*|.*ssl_certificate.*/g, '')
    .replace('127.0.0.1:3000', docket.url.replace('http://', ''))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(work, 'nginx.conf'),
    `daemon off; pid ${work}/pid; error_log ${work}/error.log; events {}
     http { access_log off; ${paths.map((path) => `${path}_temp_path ${work};`).join(' ')} ${site} }`,
  )
  nginx = spawn('nginx', ['-e', join(work, 'error.log'), '-c', join(work, 'nginx.conf')], {
    stdio: 'inherit',
  })
}

describe.skipIf(!hasNginx)('behind nginx, as deploy/nginx.conf sets it up', () => {
  beforeAll(async () => {
    folder = newDataFolder()
    await loadSmallDocket({}, folder, [300_000, 40 * MB])
    docket = await startDocket({ TRUSTED_PROXIES: '127.0.0.1' }, folder)
    port = await freePort()
    await startNginx()
    visitor = createProxiedVisitor(port)
    await visitor.untilItAnswers()
  })
  afterAll(async () => {
    nginx?.kill('SIGTERM')
    if (nginx && nginx.exitCode === null) await once(nginx, 'exit')
    await docket?.stop('SIGKILL')
    if (folder) removeFolder(folder)
  })
  beforeEach(() => forgetDownloads(folder))

  it('the file is accepted by nginx itself, with its ports and certificates of another machine', () => {
    execFileSync('nginx', ['-t', '-q', '-c', join(folder, 'nginx/nginx.conf')])
  })

  it('a download has the address of the visitor, whatever the visitor claims', async () => {
    await visitor.readWhole('/api/documents/1/download')
    await visitor.readWhole('/api/documents/1/download', {
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect(recordedAddresses(folder)).toEqual([VISITOR_ADDRESS, VISITOR_ADDRESS])
  })

  it('a large file counts when it was read, and not when the visitor left in the middle', async () => {
    const response = await visitor.ask('/api/documents/2/download')
    await once(response, 'data')
    response.destroy()
    // The visitor is gone; nginx needs a moment to notice and to leave the service, too.
    await setTimeout(1000)
    expect(recordedAddresses(folder)).toEqual([])
    expect(await visitor.readWhole('/api/documents/2/download')).toBeGreaterThan(40 * MB)
    expect(recordedAddresses(folder)).toEqual([VISITOR_ADDRESS])
  })
})
