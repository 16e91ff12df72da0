import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { openTestS3, useS3Keys } from '../../../../test/support/each-storage.ts'
import { type FaultyProxy, startFaultyProxy } from '../../../../test/support/faulty-proxy.ts'
import { writeLargePdf } from '../../../../test/support/large-pdf.ts'
import { type S3Server, startS3Server } from '../../../../test/support/s3-server.ts'
import { findNamedKeys } from './queries.ts'

const PDF = 'test/fixtures/pdfs/order.pdf'
const CHILD = fileURLToPath(
  new URL('../../../../test/support/file-until-killed.ts', import.meta.url),
)
const MB = 1024 * 1024

// PROMISES 15 where the files are in a store: with a real process that is really killed.
eachDatabase('after kill -9 while filing into a store', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-s3-crash-'))
  const incoming = join(folder, 'incoming')
  const largePdf = join(folder, 'large.pdf')
  let server: S3Server
  let proxy: FaultyProxy

  beforeAll(async () => {
    useS3Keys()
    server = await startS3Server()
    proxy = await startFaultyProxy(server.endpoint)
    await writeLargePdf(largePdf, 30 * MB)
  })
  beforeEach(() => {
    proxy.fault = () => undefined
  })
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function startFiling(pdf: string, killAt: string) {
    const flags = ['--no-warnings', '--experimental-transform-types', CHILD]
    const url = server.url('docs', proxy.url)
    const child = spawn(process.execPath, [...flags, database.url, url, incoming, pdf, killAt], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return { child, reports: createInterface({ input: child.stdout }) }
  }

  async function untilKilled(child: ChildProcess) {
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGKILL')
  }

  const rows = () => database.db.selectFrom('documents').select(['storage_key', 'sha256']).execute()

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
    const { child } = startFiling(PDF, killAt)
    await untilKilled(child)
    expect(await rows()).toHaveLength(before.rows + filed)
    expect(countObjects()).toBe(before.objects + stored)
    await expectEveryRowToHaveItsObject()
  })

  function countObjects(): number {
    return readdirSync(server.folder).includes('docs') ? objects().length : 0
  }

  it('in the middle of an upload in parts: no object and no row', async () => {
    const before = { rows: (await rows()).length, objects: countObjects() }
    const { child } = startFiling(largePdf, '')
    proxy.fault = ({ method, url }) => {
      if (method !== 'PUT' || !url?.includes('partNumber=3')) return undefined
      child.kill('SIGKILL')
      return 'hangs'
    }
    await untilKilled(child)
    expect(await rows()).toHaveLength(before.rows)
    expect(countObjects()).toBe(before.objects)
    expect(unfinished()).toHaveLength(1)
  })

  it('every row has its object wherever the kill came, and what was reported is there', async () => {
    const { child, reports } = startFiling(PDF, '')
    const reported: string[] = []
    for await (const line of reports) {
      reported.push(line)
      if (reported.length === 3) child.kill('SIGKILL')
    }
    await expectEveryRowToHaveItsObject()
    expect((await rows()).map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining(reported))
  })

  it('the sweep removes what was left, here and in the store, and nothing else', async () => {
    const named = (await rows()).map(({ storage_key }) => storage_key)
    expect(objects().length).toBeGreaterThan(named.length)
    const storage = openTestS3(server.url('docs'), folder)
    await storage.sweep((keys) => findNamedKeys(database.db, keys))
    expect(objects().toSorted()).toEqual(named.toSorted())
    expect(unfinished()).toEqual([])
    expect(readdirSync(incoming, { recursive: true })).toEqual([])
  })
})
