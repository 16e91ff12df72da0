import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findNamedKeys } from '../../src/features/docket/documents/queries.ts'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { createMigrated } from '../support/each-database.ts'
import { openTestS3, useS3Keys } from '../support/each-storage.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { startFiling } from '../support/filing-child.ts'
import { writeLargePdf } from '../support/large-pdf.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'

const PDF = 'test/fixtures/pdfs/order.pdf'
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
