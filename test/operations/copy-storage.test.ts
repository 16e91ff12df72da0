import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  async function file(status: 'published' | 'draft', into = first) {
    const content = randomBytes(40_000).toString('hex')
    const platform = { db: database.db, files: into, clock: Date.now }
    return createEntry(platform, {
      fields: entryFields({ status }),
      files: [await offerFile(into, 'Motion.pdf', { content })],
      by,
    })
  }

  const copy = (from: Storage, to: Storage, options: Partial<CopyStorage> = {}) =>
    copyStorage({ db: database.db, from, to, quick: false, ...options })

  const rows = () => listStoredFiles(database.db)

  async function expectWhole(storage: Storage) {
    for (const { storage_key, sha256, byte_size } of await rows()) {
      const bytes = await storage.read(storage_key, byte_size)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  }

  it('copies published, draft and deleted documents into a store', async () => {
    expect(await copy(first, store)).toMatchObject({ files: 4, copied: 4, present: 0, failed: [] })
    await expectWhole(store)
  })

  it('run again, skips intact copies', async () => {
    expect(await copy(first, store)).toMatchObject({ copied: 0, present: 4, bytes: 0 })
  })

  it('run again after an interruption, copies the rest', async () => {
    const [gone] = await rows()
    rmSync(join(server.folder, 'docs', `${gone?.storage_key}._S3rver_object`))
    expect(await copy(first, store)).toMatchObject({ copied: 1, present: 3, bytes: 80_000 })
    await expectWhole(store)
  })

  it('replaces damaged copies; --quick would not notice', async () => {
    const [damaged] = await rows()
    const path = join(server.folder, 'docs', `${damaged?.storage_key}._S3rver_object`)
    const bytes = readFileSync(path)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(path, bytes)
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

  it('goes from a store to a folder, and from a store to a store', async () => {
    await copy(first, store)
    const back = createFolderStorage(join(folder, 'back'))
    const other = openTestS3(server.url('other'), folder)
    for (const target of [back, other]) {
      expect(await copy(store, target)).toMatchObject({ files: 5, copied: 5, failed: [] })
      await expectWhole(target)
    }
  })

  describe('a bad source file', () => {
    it('is reported by name and not copied; the others are', async () => {
      const [missing, shorter, altered] = await rows()
      const path = (key = '') => join(folder, 'first', key)
      rmSync(path(missing?.storage_key))
      writeFileSync(path(shorter?.storage_key), 'short')
      const bytes = readFileSync(path(altered?.storage_key))
      bytes[7] = (bytes[7] ?? 0) ^ 1
      writeFileSync(path(altered?.storage_key), bytes)
      const target = createFolderStorage(join(folder, 'third'))
      const { copied, failed } = await copy(first, target)
      expect(copied).toBe(2)
      expect(failed.map(({ file, reason }) => [file.storage_key, reason])).toEqual([
        [missing?.storage_key, expect.stringContaining('missing')],
        [shorter?.storage_key, expect.stringContaining('wrong length')],
        [altered?.storage_key, expect.stringContaining('SHA-256 differs')],
      ])
      for (const one of [missing, shorter, altered]) {
        expect(await target.sizeOf(one?.storage_key ?? '')).toBeUndefined()
      }
    })
  })
})
