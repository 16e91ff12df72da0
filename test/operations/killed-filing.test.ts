import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeLeftovers } from '../../src/features/docket/documents/store-files.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import type { Storage } from '../../src/platform/files/storage.ts'
import { createMigrated, eachDatabase } from '../support/each-database.ts'
import { openTestS3, useS3Keys } from '../support/each-storage.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { writeLargePdf } from '../support/large-pdf.ts'
import { newFolder } from '../support/new-folder.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'

const PROGRAM = fileURLToPath(new URL('../support/file-until-killed.ts', import.meta.url))
/** Every child except the first uses the compile cache. */
const modules = newFolder()

interface Filing {
  databaseUrl: string
  storageUrl: string
  /** The folder for files on their way to a store. */
  incoming?: string
  pdf: string
  /** The moment in file-until-killed.ts at which it kills itself; undefined: its parent kills it. */
  killAt?: string
}

/** A real process that files entries until it is really killed. */
function startFiling({ databaseUrl, storageUrl, incoming = '', pdf, killAt = '' }: Filing) {
  const flags = ['--no-warnings', '--experimental-transform-types']
  const words = [PROGRAM, databaseUrl, storageUrl, incoming, pdf, killAt]
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    [...flags, ...words],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: modules },
    },
  )
  const closed = once(child, 'close')
  return {
    child,
    /** The SHA-256 of each filing that it reported before it died; it is killed after this many. */
    async untilKilled(afterReports?: number): Promise<string[]> {
      const reports: string[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        reports.push(line)
        if (reports.length === afterReports) child.kill('SIGKILL')
      }
      const [, signal] = await closed
      expect(signal).toBe('SIGKILL')
      return reports
    },
  }
}

const PDF = 'test/fixtures/pdfs/order.pdf'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Where the files go, and the database of their rows. */
interface KilledFiling {
  db(): Database
  start(pdf: string, killAt?: string): ReturnType<typeof startFiling>
  /** The keys of the files that are stored, also of those without a row. */
  stored(): string[]
  read(key: string): Buffer
  /** Of what is on its way, and of uploads in parts. */
  unfinished(): string[]
  storage(): Storage
}

// PROMISES 15, with a real process that is killed.
function killAndCheck({ db, start, stored, read, unfinished, storage }: KilledFiling): void {
  const rows = () => db().selectFrom('documents').select(['storage_key', 'sha256']).execute()

  async function expectEveryRowToHaveItsFile(): Promise<void> {
    for (const row of await rows()) expect(sha256(read(row.storage_key))).toBe(row.sha256)
  }

  it.each([
    ['received', 'while its file was arriving', 0, 0],
    ['stored', 'between the file and the row', 0, 1],
    ['inserting', 'within the transaction', 0, 1],
    ['committed', 'when the row was committed', 1, 1],
  ])('%s: a filing killed %s is there whole or not at all', async (killAt, _, filed, files) => {
    const before = { rows: (await rows()).length, files: stored().length }
    expect(await start(PDF, killAt).untilKilled()).toHaveLength(filed)
    expect(await rows()).toHaveLength(before.rows + filed)
    expect(stored()).toHaveLength(before.files + files)
    await expectEveryRowToHaveItsFile()
    const entries = await db().selectFrom('entries').selectAll().execute()
    expect(entries).toHaveLength(before.rows + filed)
  })

  it('every row has its file whenever the process was killed, and every reported filing is there', async () => {
    const reports = await start(PDF).untilKilled(4)
    await expectEveryRowToHaveItsFile()
    const hashes = (await rows()).map((row) => row.sha256)
    expect(hashes).toEqual(expect.arrayContaining(reports))
  })

  it('the next start removes leftovers, and nothing else', async () => {
    const named = (await rows()).map((row) => row.storage_key)
    expect(stored().length).toBeGreaterThan(named.length)
    expect(unfinished()).not.toEqual([])
    // As on the next day: other machines may be storing younger files.
    const aged = { since: sql<number>`since - 86400000` }
    await db().updateTable('unclaimed_files').set(aged).execute()
    await removeLeftovers({ db: db(), files: storage(), log: pino({ level: 'silent' }) })
    expect(stored().toSorted()).toEqual(named.toSorted())
    expect(unfinished()).toEqual([])
  })
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

eachDatabase('after kill -9 while filing', (database) => {
  const folder = newFolder()
  const isArriving = (file: string) => file.startsWith('incoming/')
  const storageUrl = `file:${folder}`
  killAndCheck({
    db: () => database.db,
    start: (pdf, killAt = '') =>
      startFiling({ databaseUrl: database.url, storageUrl, pdf, killAt }),
    stored: () => filesIn(folder).filter((file) => !isArriving(file)),
    read: (key) => readFileSync(join(folder, key)),
    unfinished: () => filesIn(folder).filter(isArriving),
    storage: () => createFolderStorage(folder),
  })
})

const MB = 1024 * 1024

describe('after kill -9 while filing into a store', () => {
  const folder = newFolder()
  const incoming = join(folder, 'incoming')
  let created: Awaited<ReturnType<typeof createMigrated>>
  let db: Database
  let server: S3Server
  let proxy: FaultyProxy

  beforeAll(async () => {
    created = await createMigrated('sqlite')
    db = await connectDatabase(created.url)
    useS3Keys()
    server = await startS3Server()
    proxy = await startFaultyProxy(server.endpoint)
  })
  beforeEach(() => {
    proxy.fault = () => undefined
  })
  afterAll(async () => {
    await db.destroy()
    await created.dispose()
    await proxy.stop()
    await server.stop()
  })

  const start = (pdf: string, killAt = '') => {
    const storageUrl = server.url('docs', proxy.url)
    return startFiling({ databaseUrl: created.url, storageUrl, incoming, pdf, killAt })
  }
  const OBJECT = '._S3rver_object'
  const stored = () =>
    filesIn(server.folder).flatMap((file) =>
      file.startsWith('docs/') && file.endsWith(OBJECT) ? [file.slice(5, -OBJECT.length)] : [],
    )
  const uploads = () => readdirSync(join(server.folder, '._S3rver_uploads'))

  it('in the middle of an upload in parts: no object and no row', async () => {
    const largePdf = join(folder, 'large.pdf')
    await writeLargePdf(largePdf, 30 * MB)
    const { child, untilKilled } = start(largePdf)
    proxy.fault = ({ method, url }) => {
      if (method !== 'PUT' || !url?.includes('partNumber=3')) return undefined
      child.kill('SIGKILL')
      return 'hangs'
    }
    await untilKilled()
    expect(await db.selectFrom('documents').selectAll().execute()).toEqual([])
    expect(stored()).toEqual([])
    expect(uploads()).toHaveLength(1)
  })

  killAndCheck({
    db: () => db,
    start,
    stored,
    read: (key) => readFileSync(join(server.folder, `docs/${key}${OBJECT}`)),
    unfinished: () => [...uploads(), ...filesIn(incoming)],
    storage: () => openTestS3(server.url('docs'), folder),
  })
})
