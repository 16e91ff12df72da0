import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { beforeAll, expect, it } from 'vitest'
import { combined, insertDocuments } from '../support/access-log.ts'
import { addAdministrator } from '../support/admin-browser.ts'
import { signIn } from '../support/admin-client.ts'
import { inDatabaseOf } from '../support/database-of.ts'
import { repeatDuring } from '../support/repeat-during.ts'
import { newDataFolder, runDocket, startDocket, subscribeAt } from '../support/run-docket.ts'
import { runningSite } from '../support/running-site.ts'

/*
 * While the service runs, other programs read its database, each with its own SQLite. The last to close a database
 * removes its log; it does not see a process that has lost its locks, whose commits are then lost with the log.
 */

const run = promisify(execFile)
const COUNT = 'select count(*) as n from entries'
const NODE_SQLITE = `const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(process.argv[1], { timeout: 10_000 })
  console.log(database.prepare('${COUNT}').get().n)
  database.close()`

const readers = [(file: string) => run(process.execPath, ['-e', NODE_SQLITE, file])]
// Debian's, if it is installed.
if (spawnSync('sqlite3', ['--version']).status === 0)
  readers.push((file) => run('sqlite3', ['-cmd', '.timeout 10000', file, COUNT]))
else console.log('sqlite3 is not installed: only node:sqlite reads beside the service')

const LINES = 5000
const subscribed: string[] = []
const site = runningSite(async () => {
  const folder = newDataFolder()
  await addAdministrator(folder)
  mkdirSync(join(folder, 'documents'))
  await inDatabaseOf(folder, (db) => insertDocuments(db, [1, 2, 3]))
  return startDocket({}, folder)
})
const databaseFile = () => join(site.docket.folder, 'docket.db')
const accessLog = () => join(site.docket.folder, 'access.log')
const logOf = () => statSync(`${databaseFile()}-wal`, { throwIfNoEntry: false })?.ino

beforeAll(() => {
  const start = Date.UTC(2025, 2, 1)
  const lines = Array.from({ length: LINES }, (_, index) =>
    combined({ at: start + index * 60_000, client: `198.51.100.${index % 200}` }),
  )
  writeFileSync(accessLog(), `${lines.join('\n')}\n`)
})

async function subscribe(email: string): Promise<void> {
  expect(await subscribeAt(site.docket.url, email)).toBe(201)
  subscribed.push(email)
}

/** Each reader opens, selects, and closes repeatedly until the work is done, and once more after it. */
async function beside(work: Promise<unknown>): Promise<void> {
  const readAll = async () => {
    const answers = await Promise.all(readers.map((read) => read(databaseFile())))
    expect(answers.map(({ stdout }) => stdout.trim())).toEqual(readers.map(() => '1'))
  }
  await repeatDuring(work, [readAll])
  await readAll()
}

async function command(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runDocket(words, { DATA_DIR: site.docket.folder })
  expect([code, stderr]).toEqual([0, expect.anything()])
  return stdout
}

async function openDocumentAccess(): Promise<void> {
  const administrator = await signIn(site.docket.url)
  const page = await administrator.get('/admin/document-access?from=2025-03-01&to=2025-03-31')
  expect(page.body).toContain('data-figure="downloads"')
}

it.each<[string, () => Promise<unknown>]>([
  ['serves', async () => (await fetch(site.docket.url)).text()],
  ['imports an access log', () => command('documents:import-access-log', accessLog())],
  ['counts what was imported', openDocumentAccess],
  ['is backed up', () => command('database:backup', join(site.docket.folder, 'backup.db'))],
])('the log stays under a service that %s', async (name, work) => {
  const before = logOf()
  await beside(Promise.all([work(), subscribe(`${name.replaceAll(' ', '-')}@example.com`)]))
  expect(logOf()).toBeDefined()
  expect(logOf()).toBe(before)
})

it.runIf(process.platform === 'linux')(
  'it has four connections of its own, and three threads (docs/decisions/033)',
  async () => {
    const administrator = await signIn(site.docket.url)
    for (const path of ['/?q=order', '/admin', '/admin/document-access.csv?view=download'])
      expect((await administrator.get(path)).status).toBe(200)
    const ofProcess = (path: string) => `/proc/${site.docket.process.pid}/${path}`
    const opened = await Promise.allSettled(
      readdirSync(ofProcess('fd')).map((fd) => readlink(ofProcess(`fd/${fd}`))),
    )
    const isDatabase = (file: object) => 'value' in file && file.value === databaseFile()
    expect(opened.filter(isDatabase)).toHaveLength(4)
    const threads = readdirSync(ofProcess('task')).map((task) =>
      readFileSync(ofProcess(`task/${task}/comm`), 'utf8').trim(),
    )
    // Node's name for them.
    expect(threads.filter((name) => name === 'WorkerThread')).toHaveLength(3)
  },
)

it('nothing of the write-ahead log is lost when the service is killed', async () => {
  await beside(subscribe('last@example.com'))
  await site.docket.stop('SIGKILL')
  const kept = await inDatabaseOf(site.docket.folder, (db) =>
    db.selectFrom('subscriptions').select('email').orderBy('id').execute(),
  )
  expect(kept.map(({ email }) => email)).toEqual(subscribed)
  for (const name of ['docket.db', 'backup.db']) {
    const database = new SQLite(join(site.docket.folder, name))
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.prepare('select count(*) from document_accesses').pluck().get()).toBe(LINES)
    database.close()
  }
})
