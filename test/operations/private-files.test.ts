import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { makePrivate } from '../../src/platform/files/make-private.ts'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { putPdfs, writeDocket } from '../support/dockets.ts'
import { entryForm, pdfFile } from '../support/entries-server.ts'
import { cleanEnvironment } from '../support/environment.ts'
import { recapEntries } from '../support/import-recap.ts'
import { filesIn } from '../support/new-folder.ts'
import { type RunningDocket, runDocket, subscribeAt } from '../support/run-docket.ts'
import { startForTest, testFolder } from '../support/run-for-test.ts'
import type { Visitor } from '../support/visitor.ts'

/* PROMISES 29, tested on the built program. */

const octal = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The paths in the folder, including itself, that are open to others or closed to their owner. */
function listWrong(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(folder)
    .filter((path) => octal(path) !== (statSync(path).isDirectory() ? '700' : '600'))
    .map((path) => `${relative(folder, path)} ${octal(path)}`)
}

/** Sets the umask of this process and so of every program it starts. */
function underUmask(mask: number): void {
  const before = process.umask(mask)
  onTestFinished(() => void process.umask(before))
}

const READER = 'reader@example.com'
/** Subscribing puts a confirmation message into the outbox. */
const CONFIRMING = { SUBSCRIBE_CONFIRMATION: 'on', NOTIFICATIONS_TEST_RECIPIENT: READER }

async function subscribeReader({ url }: RunningDocket, data: string): Promise<void> {
  expect(await subscribeAt(url, READER)).toBeLessThan(300)
  const isMail = expect.stringMatching(/\.eml$/)
  await expect.poll(() => filesIn(data), { timeout: 20_000 }).toContainEqual(isMail)
}

async function fileDraft({ csrf: _csrf, post }: Visitor): Promise<void> {
  const fields = { filed_on: '2026-07-30', title: 'A draft', status: 'draft', _csrf }
  const form = entryForm(fields, [pdfFile('notice.pdf')])
  expect((await post('/admin/entries', form)).status).toBe(303)
}

it('everything that the program writes is its user’s alone, under the widest umask too', async () => {
  underUmask(0)
  const folder = testFolder()
  const [data, pdfs] = [join(folder, 'data'), join(folder, 'pdfs')]
  putPdfs(pdfs, { 1: 'order' })
  const docket_entries = recapEntries(['1 2026-07-01 ORDER'])
  const file = writeDocket({ case_name: 'Doe v. Roe', docket_entries })
  const words = ['docket:import', file, '--documents', pdfs]
  expect((await runDocket(words, { DATA_DIR: data })).code).toBe(0)
  await addAdministrator(data)
  const docket = await startForTest({ DATA_DIR: data, ...CONFIRMING }, data)
  const sha256 = hash('sha256', readFileSync(join(pdfs, '1.pdf')))
  await fileDraft(await signIn(docket.url))
  await subscribeReader(docket, data)
  const files = ['docket.db', 'docket.db-wal', 'docket.db-shm', 'secret-key']
  expect(filesIn(data)).toEqual(expect.arrayContaining(files))
  expect(filesIn(join(data, 'documents')).join()).toContain(sha256.slice(2))
  expect(listWrong(data)).toEqual([])

  const exported = join(folder, 'exported')
  const backup = join(folder, 'backup')
  expect((await runDocket(['docket:export', exported], { DATA_DIR: data })).code).toBe(0)
  expect(listWrong(exported)).toEqual([])
  execFileSync(join('deploy', 'backup.sh'), [backup], { env: cleanEnvironment({ DATA_DIR: data }) })
  expect(listWrong(backup)).toEqual([])

  chmodSync(join(backup, 'database'), 0o644)
  const restored = join(folder, 'restored')
  const restoring = { DATA_DIR: restored, DATABASE_URL: `sqlite:${restored}/docket.db` }
  const command = ['database:restore', join(backup, 'database')]
  expect((await runDocket(command, restoring)).code).toBe(0)
  expect(listWrong(restored)).toEqual([])
})

it('what others can read is closed when the service starts', async () => {
  const data = join(testFolder(), 'data')
  const first = await startForTest({ DATA_DIR: data, ...CONFIRMING }, data)
  await subscribeReader(first, data)
  // Killed, so that the write-ahead log and its index remain.
  await first.stop('SIGKILL')
  execFileSync('chmod', ['-R', 'a+rwX', data])
  const again = await startForTest({ DATA_DIR: data }, data)
  const closed = [data, join(data, 'docket.db'), join(data, 'documents')]
  expect(closed.map(octal)).toEqual(['700', '600', '700'])
  expect(again.output()).not.toContain('other users can read this')
})

it('a folder that is shared by everyone, or does not exist, is left alone', async () => {
  const folder = join(testFolder(), 'tmp')
  mkdirSync(folder)
  writeFileSync(join(folder, 'note'), '', { mode: 0o644 })
  chmodSync(folder, 0o1777)
  expect(await makePrivate(folder)).toBe(true)
  expect([octal(folder), octal(join(folder, 'note'))]).toEqual(['777', '644'])
  expect(await makePrivate(join(folder, 'nowhere'))).toBe(true)
})

it.each<[string, (file: string) => Record<string, string>, string]>([
  ['the data folder', (file) => ({ DATA_DIR: file }), 'DATA_DIR cannot be created'],
  ['its database', (file) => ({ DATABASE_URL: `sqlite:${file}` }), 'belongs to another program'],
  ['the folder of documents', (file) => ({ STORAGE_URL: `file:${file}` }), 'STORAGE_URL'],
])(
  'another program’s file in place of %s is refused as it lies, with its mode and to the last byte',
  async (_, settings, words) => {
    const file = join(testFolder(), 'other.db')
    new SQLite(file).exec('create table bookmarks (name text)').close()
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    const own = { DATA_DIR: join(testFolder(), 'data') }
    const { code, stderr } = await runDocket(['serve'], { ...own, ...settings(file) })
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
    expect([octal(file), readFileSync(file)]).toEqual(['644', before])
  },
)

it('what else lies in the folder of documents keeps its mode', async () => {
  const folder = testFolder()
  const documents = join(folder, 'documents')
  for (const name of ['pictures', 'ab']) mkdirSync(join(documents, name), { recursive: true })
  writeFileSync(join(documents, 'pictures', 'cat.png'), '')
  execFileSync('chmod', ['-R', 'a+rX', folder])
  await startForTest({ STORAGE_URL: `file:${documents}` }, join(folder, 'data'))
  const modes = ['', 'pictures', 'pictures/cat.png', 'ab', 'incoming'].map((path) =>
    octal(join(documents, path)),
  )
  expect(modes).toEqual(['755', '755', '644', '700', '700'])
})
