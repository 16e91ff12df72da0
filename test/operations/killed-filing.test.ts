import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findNamedKeys } from '../../src/features/docket/documents/queries.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import { createMigrated, eachDatabase } from '../support/each-database.ts'
import { openTestS3, useS3Keys } from '../support/each-storage.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { writeLargePdf } from '../support/large-pdf.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'

const PROGRAM = fileURLToPath(new URL('../support/file-until-killed.ts', import.meta.url))
/** Every child except the first uses the compile cache. */
const modules = mkdtempSync(join(tmpdir(), 'docket-modules-'))
afterAll(() => rmSync(modules, { recursive: true, force: true }))

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
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    [
      '--no-warnings',
      '--experimental-transform-types',
      PROGRAM,
      databaseUrl,
      storageUrl,
      incoming,
      pdf,
      killAt,
    ],
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

// PROMISES 15, with a real process that is killed.
eachDatabase('after kill -9 while filing', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-crash-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const storageUrl = `file:${folder}`
  const file = (killAt?: string) =>
    startFiling({ databaseUrl: database.url, storageUrl, pdf: PDF, ...(killAt && { killAt }) })

  async function storedRows() {
    return database.db.selectFrom('documents').select(['storage_key', 'sha256']).execute()
  }

  function filesIn(part: string): string[] {
    return readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  }

  async function expectEveryRowToHaveItsFile(): Promise<void> {
    for (const { storage_key, sha256 } of await storedRows()) {
      const bytes = readFileSync(join(folder, storage_key))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  }

  it.each([
    ['received', 'while its file was arriving', 0],
    ['stored', 'between the file and the row', 0],
    ['inserting', 'within the transaction', 0],
    ['committed', 'when the row was committed', 1],
  ])('%s: a filing killed %s is there whole or not at all', async (killAt, _, filed) => {
    const before = (await storedRows()).length
    const filesBefore = filesIn('.').length
    expect(await file(killAt).untilKilled()).toHaveLength(filed)
    expect(await storedRows()).toHaveLength(before + filed)
    expect(filesIn('.')).toHaveLength(filesBefore + 1)
    await expectEveryRowToHaveItsFile()
    expect(await database.db.selectFrom('entries').selectAll().execute()).toHaveLength(
      before + filed,
    )
  })

  it('every row has its file whenever the process was killed, and every reported filing is there', async () => {
    const reports = await file().untilKilled(4)
    await expectEveryRowToHaveItsFile()
    const stored = (await storedRows()).map(({ sha256 }) => sha256)
    expect(stored).toEqual(expect.arrayContaining(reports))
  })

  it('the next start removes leftovers, and nothing else', async () => {
    const named = (await storedRows()).map(({ storage_key }) => join(folder, storage_key))
    expect(filesIn('.').length).toBeGreaterThan(named.length)
    await createFolderStorage(folder).sweep((keys) => findNamedKeys(database.db, keys))
    expect(filesIn('.').toSorted()).toEqual(named.toSorted())
    expect(existsSync(join(folder, 'incoming'))).toBe(true)
  })
})

const MB = 1024 * 1024

// PROMISES 15 with files in a store and a real process that is killed. For both databases, see killed-filing.test.ts.
describe('after kill -9 while filing into a store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-s3-crash-'))
  const incoming = join(folder, 'incoming')
  const largePdf = join(folder, 'large.pdf')
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
    await writeLargePdf(largePdf, 30 * MB)
  })
  beforeEach(() => {
    proxy.fault = () => undefined
  })
  afterAll(async () => {
    await db.destroy()
    await created.dispose()
    await proxy.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const file = (pdf: string, killAt?: string) =>
    startFiling({
      databaseUrl: created.url,
      storageUrl: server.url('docs', proxy.url),
      incoming,
      pdf,
      ...(killAt && { killAt }),
    })

  const rows = () => db.selectFrom('documents').select(['storage_key', 'sha256']).execute()

  const objects = () =>
    readdirSync(join(server.folder, 'docs'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('_object'))
      .map((name) => name.replace('._S3rver_object', ''))

  const unfinished = () => readdirSync(join(server.folder, '._S3rver_uploads'))

  async function expectEveryRowToHaveItsObject() {
    for (const { storage_key, sha256 } of await rows()) {
      const bytes = readFileSync(join(server.folder, 'docs', `${storage_key}._S3rver_object`))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  }

  it.each([
    ['received', 'while its file was arriving', 0, 0],
    ['stored', 'between the object and the row', 0, 1],
    ['inserting', 'within the transaction', 0, 1],
    ['committed', 'when the row was committed', 1, 1],
  ])('%s: a filing killed %s is there whole or not at all', async (killAt, _, filed, stored) => {
    const before = { rows: (await rows()).length, objects: countObjects() }
    await file(PDF, killAt).untilKilled()
    expect(await rows()).toHaveLength(before.rows + filed)
    expect(countObjects()).toBe(before.objects + stored)
    await expectEveryRowToHaveItsObject()
  })

  function countObjects(): number {
    return readdirSync(server.folder).includes('docs') ? objects().length : 0
  }

  it('in the middle of an upload in parts: no object and no row', async () => {
    const before = { rows: (await rows()).length, objects: countObjects() }
    const { child, untilKilled } = file(largePdf)
    proxy.fault = ({ method, url }) => {
      if (method !== 'PUT' || !url?.includes('partNumber=3')) return undefined
      child.kill('SIGKILL')
      return 'hangs'
    }
    await untilKilled()
    expect(await rows()).toHaveLength(before.rows)
    expect(countObjects()).toBe(before.objects)
    expect(unfinished()).toHaveLength(1)
  })

  it('every row has its object whenever the process was killed, and every reported filing is there', async () => {
    const reported = await file(PDF).untilKilled(3)
    await expectEveryRowToHaveItsObject()
    expect((await rows()).map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining(reported))
  })

  it('the sweep removes leftovers, here and in the store, and nothing else', async () => {
    const named = (await rows()).map(({ storage_key }) => storage_key)
    expect(objects().length).toBeGreaterThan(named.length)
    const storage = openTestS3(server.url('docs'), folder)
    await storage.sweep((keys) => findNamedKeys(db, keys))
    expect(objects().toSorted()).toEqual(named.toSorted())
    expect(unfinished()).toEqual([])
    expect(readdirSync(incoming, { recursive: true })).toEqual([])
  })
})
