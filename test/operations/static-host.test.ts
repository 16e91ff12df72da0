import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { runDocket } from '../support/run-docket.ts'
import { testFolder } from '../support/run-for-test.ts'
import { loadSmallDocket } from '../support/small-docket.ts'

const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/** The archive's own nginx.conf, with the lines changed that it says to change. */
async function serveArchive(archive: string, folder: string): Promise<string> {
  const port = await freePort()
  const site = readFileSync(join(archive, 'nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/srv/archive/data', join(archive, 'data'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; daemon off; error_log ${folder}/error.log;
    ${process.getuid?.() === 0 ? 'user root;' : ''} events {}
    http { types { text/html html; application/pdf pdf; application/json json; } access_log off; ${site} }`,
  )
  const words = ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  const child = spawn('nginx', words, { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(origin), 10_000)
  return origin
}

it.runIf(hasNginx)('nginx serves a closing archive at the addresses of the docket', async () => {
  const folder = testFolder()
  await loadSmallDocket({ DATA_DIR: folder }, folder, [1000, 2000])
  const archive = join(folder, 'archive')
  expect((await runDocket(['docket:archive', archive], { DATA_DIR: folder })).code).toBe(0)
  const origin = await serveArchive(archive, folder)
  for (const [address, type, text] of [
    ['/', 'text/html', 'ORDER 2'],
    ['/entries/1', 'text/html', 'ORDER 1'],
    ['/documents/2', 'text/html', 'ORDER 2'],
    ['/documents/2/text', 'text/html', 'Page 1'],
    ['/ecf/2', 'text/html', 'url=../../entries/2/index.html'],
    ['/ecf/2-0', 'text/html', 'url=../../documents/2/index.html'],
    ['/api/documents/2/download?disposition=attachment', 'application/pdf', '%PDF'],
    ['/api/docket-entries', 'application/json', '"next_cursor":null'],
    ['/api/docket-entries/1', 'application/json', '"id":1'],
  ] as const) {
    const answer = await fetch(origin + address)
    expect([answer.status, answer.headers.get('content-type')], address).toEqual([200, type])
    expect(await answer.text(), address).toContain(text)
  }
  const page = await fetch(`${origin}/entries/1`)
  expect(page.url).toBe(`${origin}/entries/1/`)
  expect((await fetch(`${origin}/entries/3`)).status).toBe(404)
})
