import { hash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CopyStorage, copyStorage } from '../../src/features/docket/documents/copy-storage.ts'
import { listStoredFiles } from '../../src/features/docket/documents/file-queries.ts'
import { createEntry, deleteEntry } from '../../src/features/docket/entries/save-entry.ts'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import type { Storage } from '../../src/platform/files/storage.ts'
import { eachDatabase } from '../support/each-database.ts'
import { openTestS3, useS3Keys } from '../support/each-storage.ts'
import { newFolder } from '../support/new-folder.ts'
import { offerFile } from '../support/offered-file.ts'
import { entryFields } from '../support/rows.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'

const by = { administrator: null, clientIp: null }

eachDatabase('copying a storage', (database) => {
  const folder = newFolder()
  const first = createFolderStorage(join(folder, 'first'))
  let server: S3Server
  let store: Storage

  beforeAll(async () => {
    useS3Keys()
    server = await startS3Server()
    store = openTestS3(server.url('docs'), folder)
    for (const status of ['published', 'draft', 'published'] as const) await file(status)
    const { id } = await file('published')
    await deleteEntry({ db: database.db, clock: Date.now }, { id, by })
  })
  afterAll(() => server.stop())

  async function file(status: 'published' | 'draft') {
    const content = randomBytes(40_000).toString('hex')
    const platform = { db: database.db, files: first, clock: Date.now }
    const files = [await offerFile(first, 'Motion.pdf', { content })]
    return createEntry(platform, { fields: entryFields({ status }), files, by })
  }

  const copy = (from: Storage, to: Storage, options: Partial<CopyStorage> = {}) =>
    copyStorage({ db: database.db, from, to, quick: false, ...options })

  const rows = () => listStoredFiles(database.db)

  async function expectWhole(storage: Storage) {
    for (const { storage_key, sha256, byte_size } of await rows()) {
      const bytes = await storage.read(storage_key, byte_size)
      expect(hash('sha256', bytes)).toBe(sha256)
    }
  }

  const objectOf = (key = '') => join(server.folder, 'docs', `${key}._S3rver_object`)

  it('copies published, draft and deleted documents into a store, and the rest after an interruption', async () => {
    expect(await copy(first, store)).toMatchObject({ files: 4, copied: 4, present: 0, failed: [] })
    await expectWhole(store)
    rmSync(objectOf((await rows())[0]?.storage_key))
    expect(await copy(first, store)).toMatchObject({ copied: 1, present: 3, bytes: 80_000 })
    await expectWhole(store)
  })

  it('replaces damaged copies; --quick would not notice', async () => {
    damage(objectOf((await rows())[0]?.storage_key))
    expect(await copy(first, store, { quick: true })).toMatchObject({ copied: 0, present: 4 })
    expect(await copy(first, store)).toMatchObject({ copied: 1, present: 3 })
    await expectWhole(store)
  })

  it('run again, copies what was filed meanwhile', async () => {
    const second = createFolderStorage(join(folder, 'meanwhile'))
    let filed = 0
    const busy: Storage = {
      ...second,
      async store(key, path) {
        if (filed === 0) await file('published')
        filed += 1
        return second.store(key, path)
      },
    }
    expect(await copy(first, busy)).toMatchObject({ files: 4, copied: 4 })
    expect(await copy(first, second)).toMatchObject({ copied: 1, present: 4 })
    await expectWhole(second)
  })

  it('reports a bad source file by name, and copies the others', async () => {
    const [missing, shorter, altered] = await rows()
    const path = (key = '') => join(folder, 'first', key)
    rmSync(path(missing?.storage_key))
    writeFileSync(path(shorter?.storage_key), 'short')
    damage(path(altered?.storage_key))
    const target = createFolderStorage(join(folder, 'third'))
    const { copied, failed } = await copy(first, target)
    expect(copied).toBe(2)
    expect(failed.map(({ file, reason }) => [file.storage_key, reason])).toEqual([
      [missing?.storage_key, expect.stringContaining('missing')],
      [shorter?.storage_key, expect.stringContaining('wrong length')],
      [altered?.storage_key, expect.stringContaining('SHA-256 differs')],
    ])
    for (const { file } of failed) expect(await target.sizeOf(file.storage_key)).toBeUndefined()
  })
})

function damage(path: string): void {
  const bytes = readFileSync(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
