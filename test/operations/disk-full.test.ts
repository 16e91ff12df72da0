import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { ADMIN_EMAIL, ADMIN_PASSWORD, signIn } from '../support/admin-client.ts'
import { usualEnvironment } from '../support/database-of.ts'
import { entryForm, pdfFile } from '../support/entries-server.ts'
import { cleanEnvironment } from '../support/environment.ts'
import { filesIn } from '../support/new-folder.ts'
import { type RunningDocket, runDocket } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import type { Answer, Visitor } from '../support/visitor.ts'

/* A disk that is really full. */

const MB = 1024 * 1024
/** The command line is Node, then the program. */
const PREPARE =
  'printf %s "$PASSWORD" | "$1" "$2" admin:create --email "$EMAIL" --password-stdin >/dev/null'
const SMALL_DISK = `mount -t tmpfs -o size=48m tmpfs "$DATA_DIR" && ${PREPARE}; exec "$@"`

/** Serves once, fills the disk while the program is stopped, backs up to another disk, then serves again. */
const FULL_AT_START = `mount -t tmpfs -o size=24m tmpfs "$DATA_DIR" && ${PREPARE}
"$@" > /dev/null 2>&1 &
until [ -s "$DATA_DIR/docket.db-reserve" ]; do sleep 0.1; done
kill "$!"; wait "$!"
for size in 1M 1k 1; do dd if=/dev/zero bs="$size" >> "$DATA_DIR/filler" 2> /dev/null; done
"$1" "$2" database:backup "$BACKUP"
exec "$@"`

const asRoot = process.getuid?.() === 0
const ownMounts = ['unshare', ...(asRoot ? ['-m'] : ['-r', '-m'])]
const [unshare = '', ...flags] = ownMounts
const mayMount =
  spawnSync(unshare, [...flags, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt']).status === 0

function start(script: string, more: Record<string, string> = {}) {
  const environment = { EMAIL: ADMIN_EMAIL, PASSWORD: ADMIN_PASSWORD, ...more }
  const words = [...ownMounts, 'sh', '-c', script, 'sh']
  return startForTest(environment, testFolder(), undefined, words)
}

const typed = {
  filed_on: '2026-07-30',
  title: 'MOTION to compel',
  description: 'Typed at length, <with> care',
  type: 'Motion',
}

function newEntry(client: Visitor, file: File): Promise<Answer> {
  const form = entryForm({}, [file])
  // The file comes first in the form: the fields after it must still be read.
  for (const [name, value] of Object.entries({ ...typed, _csrf: client.csrf }))
    form.append(name, value)
  return client.post('/admin/entries', form)
}

function expectFormAsTyped({ status, body: page }: Answer): void {
  expect(status).toBe(507)
  expect(page).toContain('disk is full')
  expect(page).toContain('value="MOTION to compel"')
  expect(page).toContain('Typed at length, &lt;with> care')
  expect(page).toContain('value="2026-07-30"')
}

/** The documents folder as the process sees it, because it may have its own mounts. */
const storedFiles = ({ process, folder }: RunningDocket) =>
  filesIn(join(`/proc/${process.pid}/root`, folder, 'documents'))

const large = () => new File([Buffer.alloc(20 * MB, '%PDF-1.7\n')], 'Volume.pdf')

it('a command whose files do not fit says so in a sentence', async () => {
  const settings = { DATA_DIR: testFolder() }
  expect((await runDocket(['database:migrate'], settings)).code).toBe(0)
  const words = ['bin/docket.mjs', 'docket:archive', join(testFolder(), 'archive')]
  const limited = ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, ...words]
  const env = cleanEnvironment({ ...(await usualEnvironment(settings.DATA_DIR)), ...settings })
  const { status, stderr } = spawnSync('sh', limited, { env })
  expect([status, `${stderr}`]).toEqual([
    1,
    'docket docket:archive: The disk is full. Free some space, then run it again.\n',
  ])
})

describe.skipIf(!mayMount)('on a separate, full disk', () => {
  it('says so everywhere, keeps what was typed, writes nothing partially, and recovers automatically', async () => {
    const running = await start(SMALL_DISK)
    const client = await signIn(running.url)
    const created = await newEntry(client, pdfFile('order.pdf'))
    expect(created.status).toBe(303)
    const filler = join(`/proc/${running.process.pid}/root`, running.folder, 'filler')
    fill(filler)

    const ready = async () =>
      (await fetch(`${running.url}/readyz`, { headers: { accept: 'application/json' } })).text()
    // /readyz caches its answer for a few seconds.
    const problem = 'The disk that holds the data folder is full'
    await expect.poll(ready, { timeout: 10_000 }).toContain(problem)
    expectFormAsTyped(await newEntry(client, large()))
    const form = entryForm({ _csrf: client.csrf }, [large()])
    const refused = await client.post(`${created.location}/documents`, form)
    const body = expect.stringMatching(/Volume\.pdf.*disk is full/s)
    expect(refused).toMatchObject({ status: 507, body })
    expect((await fetch(running.url)).status).toBe(200)
    const whole = await fetch(`${running.url}/api/documents/1/download`)
    expect((await whole.arrayBuffer()).byteLength).toBe(pdfFile('order.pdf').size)
    expect(storedFiles(running)).toHaveLength(1)

    rmSync(filler)
    await expect.poll(ready, { timeout: 10_000 }).toBe('{"status":"ok"}')
    expect((await newEntry(client, pdfFile('opinion.pdf'))).status).toBe(303)
    expect(storedFiles(running)).toHaveLength(2)
  })

  it('before the start, it is backed up to another disk, starts, serves, and says that the disk is full', async () => {
    const backup = join(testFolder(), 'backup')
    const running = await start(FULL_AT_START, { BACKUP: backup })
    const database = new SQLite(backup, { readonly: true })
    const emails = database.prepare('select email from administrators').pluck().all()
    expect(emails).toEqual([ADMIN_EMAIL])
    database.close()
    expect((await fetch(running.url)).status).toBe(200)
    const ready = await fetch(`${running.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(ready.headers.get('content-type')).toContain('application/problem+json')
    expect((await ready.json()).detail).toBe('The disk that holds the data folder is full.')
    const page = await fetch(`${running.url}/readyz`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(page.headers.get('content-type')).toContain('text/html')
    rmSync(join(`/proc/${running.process.pid}/root`, running.folder, 'filler'))
    const status = async () => (await fetch(`${running.url}/readyz`)).status
    await expect.poll(status).toBe(200)
    expect((await newEntry(await signIn(running.url), pdfFile('order.pdf'))).status).toBe(303)
  })
})

/** Writes until not one more byte fits. */
function fill(path: string): void {
  for (let size = MB; size >= 1; size = Math.floor(size / 4)) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
}
