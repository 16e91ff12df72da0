import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { removeLeftovers } from '../../src/features/docket/documents/store-files.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import type { Storage } from '../../src/platform/files/storage.ts'
import { connectMigrated, eachDatabase } from '../support/each-database.ts'
import { openTestS3 } from '../support/each-storage.ts'
import { storeBehindProxy } from '../support/faulty-proxy.ts'
import { filesIn, newFolder } from '../support/new-folder.ts'

const PROGRAM = fileURLToPath(new URL('../support/file-until-killed.ts', import.meta.url))
/** Every child except the first uses the compile cache. */
const modules = newFolder()

interface Filing {
  databaseUrl: string
  storageUrl: string
  /** The folder for files on their way to a store. */
  incoming?: string
  /** Of each file. */
  bytes?: number
  /** The moment in file-until-killed.ts at which it kills itself; undefined: its parent kills it. */
  killAt?: string | undefined
}

/** A real process that files entries until it is really killed. */
function startFiling({ databaseUrl, storageUrl, ...filing }: Filing) {
  const { incoming = '', bytes = 1000, killAt = '' } = filing
  const flags = ['--no-warnings', '--experimental-transform-types']
  const words = [PROGRAM, databaseUrl, storageUrl, incoming, `${bytes}`, killAt]
  const child = spawn(process.execPath, [...flags, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: modules },
  })
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

/** What the program does when it starts on the next day: other machines may be storing younger files. */
async function startNextDay(db: Database, files: Storage): Promise<void> {
  const aged = { since: sql<number>`since - 86400000` }
  await db.updateTable('unclaimed_files').set(aged).execute()
  await removeLeftovers({ db, files, log: pino({ level: 'silent' }) })
}

// PROMISES 15, with a real process that is killed.
eachDatabase('after kill -9 while filing', (database) => {
  const folder = newFolder()
  const start = (killAt?: string) =>
    startFiling({ databaseUrl: database.url, storageUrl: `file:${folder}`, killAt })
  const isArriving = (file: string) => file.startsWith('incoming/')
  const stored = () => filesIn(folder).filter((file) => !isArriving(file))
  const rows = () => database.db.selectFrom('documents').select(['storage_key', 'sha256']).execute()

  async function expectEveryRowToHaveItsFile(): Promise<void> {
    for (const { storage_key, sha256 } of await rows()) {
      const bytes = readFileSync(join(folder, storage_key))
      expect(hash('sha256', bytes)).toBe(sha256)
    }
  }

  it.each([
    ['received', 'while its file was arriving', 0, 0],
    ['stored', 'between the file and the row', 0, 1],
    ['inserting', 'within the transaction', 0, 1],
    ['committed', 'when the row was committed', 1, 1],
  ])('%s: a filing killed %s is there whole or not at all', async (killAt, _, filed, files) => {
    const before = { rows: (await rows()).length, files: stored().length }
    expect(await start(killAt).untilKilled()).toHaveLength(filed)
    expect(await rows()).toHaveLength(before.rows + filed)
    expect(stored()).toHaveLength(before.files + files)
    await expectEveryRowToHaveItsFile()
    const entries = await database.db.selectFrom('entries').selectAll().execute()
    expect(entries).toHaveLength(before.rows + filed)
  })

  it('every row has its file whenever the process was killed, and every reported filing is there', async () => {
    const reports = await start().untilKilled(4)
    await expectEveryRowToHaveItsFile()
    const hashes = (await rows()).map((row) => row.sha256)
    expect(hashes).toEqual(expect.arrayContaining(reports))
  })

  it('the next start removes leftovers, and nothing else', async () => {
    const named = (await rows()).map((row) => row.storage_key)
    expect(stored().length).toBeGreaterThan(named.length)
    expect(filesIn(folder).filter(isArriving)).not.toEqual([])
    await startNextDay(database.db, createFolderStorage(folder))
    expect(filesIn(folder).toSorted()).toEqual(named.toSorted())
  })
})

describe('a store, after kill -9 while filing', () => {
  const folder = newFolder()
  const store = storeBehindProxy()
  const uploads = () => readdirSync(join(store.server.folder, '._S3rver_uploads'))
  const objects = () => filesIn(store.server.folder).filter((file) => file.startsWith('docs/'))

  it('in the middle of an upload in parts, and before the row: nothing is left after the next start', async () => {
    const { db, url } = await connectMigrated('sqlite')
    const incoming = join(folder, 'incoming')
    const place = { databaseUrl: url, storageUrl: store.url(), incoming }
    const { child, untilKilled } = startFiling({ ...place, bytes: 30 * 1024 * 1024 })
    store.proxy.fault = ({ method, url }) => {
      if (method !== 'PUT' || !url?.includes('partNumber=3')) return undefined
      child.kill('SIGKILL')
      return 'hangs'
    }
    await untilKilled()
    expect([objects(), uploads()]).toEqual([[], [expect.anything()]])
    await startFiling({ ...place, killAt: 'stored' }).untilKilled()
    expect(objects()).not.toEqual([])
    expect(await db.selectFrom('documents').selectAll().execute()).toEqual([])
    await startNextDay(db, openTestS3(store.server.url('docs'), folder))
    expect([objects(), uploads(), filesIn(incoming)]).toEqual([[], [], []])
  })
})
