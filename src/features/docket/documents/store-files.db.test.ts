import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { newFolder } from '../../../../test/support/new-folder.ts'
import { offerFile } from '../../../../test/support/offered-file.ts'
import { entryFields } from '../../../../test/support/rows.ts'
import { createFolderStorage } from '../../../platform/files/folder-storage.ts'
import { type Storage, storageKey } from '../../../platform/files/storage.ts'
import { createEntry } from '../entries/save-entry.ts'
import { changeDocument } from './change-document.ts'
import { listDocuments } from './queries.ts'
import { removeLeftovers, storeFiles } from './store-files.ts'

const by = { administrator: null, clientIp: null }
const log = pino({ level: 'silent' })

eachDatabase('leftover files', (database) => {
  const folder = newFolder()
  const files = createFolderStorage(join(folder, 'documents'))
  const place = () => ({ db: database.db, files, clock: Date.now, log })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    await database.db.deleteFrom('unclaimed_files').execute()
  })

  const offer = () => offerFile(files, 'Motion.pdf')
  const isThere = async ({ sha256 }: { sha256: string }) =>
    (await files.sizeOf(storageKey(sha256))) !== undefined

  /** As by a process that is killed before its rows are committed. */
  async function leave() {
    const file = await offer()
    await storeFiles(place(), [file])
    return file
  }

  async function publish(file: Awaited<ReturnType<typeof offer>>): Promise<number> {
    const fields = entryFields({ status: 'published' })
    const { id } = await createEntry(place(), { fields, files: [file], by })
    const [document] = await listDocuments(database.db, [id])
    return document?.id ?? 0
  }

  const storages: [string, Storage, boolean][] = [
    ['in a folder, at once', files, false],
    ['in a remote store, not before a day has passed', { ...files, isRemote: true }, true],
  ]
  test.each(storages)('are removed %s', async (_, storage, staysForADay) => {
    const [document, left] = [await offer(), await leave()]
    await publish(document)
    await removeLeftovers({ ...place(), files: storage })
    expect(await isThere(left)).toBe(staysForADay)
    const aged = { since: sql<number>`since - 86400000` }
    await database.db.updateTable('unclaimed_files').set(aged).execute()
    await removeLeftovers({ ...place(), files: storage })
    expect(await isThere(left)).toBe(false)
    expect(await isThere(document)).toBe(true)
  })

  test('a replaced file is removed, unless another document has it', async () => {
    const [first, shared] = [await offer(), await offer()]
    const ids = [await publish(first), await publish(shared)]
    await publish({ ...shared, isStored: true })
    await removeLeftovers(place())
    for (const id of ids) {
      await changeDocument(place(), { id, change: { file: await offer() }, by })
    }
    expect(await isThere(first)).toBe(true)
    await removeLeftovers(place())
    expect([await isThere(first), await isThere(shared)]).toEqual([false, true])
  })

  test('a file that another database stored in the same place stays', async () => {
    const foreign = await offer()
    await files.store(storageKey(foreign.sha256), foreign.path)
    await leave()
    await removeLeftovers(place())
    expect(await isThere(foreign)).toBe(true)
  })

  test('stay while another process may be storing them', async () => {
    const left = await leave()
    const sweep = async () => true
    await removeLeftovers({ ...place(), files: { ...files, sweep } })
    expect(await isThere(left)).toBe(true)
  })

  test('one that cannot be removed is left for the next start, and the others are removed', async () => {
    const left = [await leave(), await leave()]
    const [stuck] = left.map(({ sha256 }) => storageKey(sha256)).toSorted()
    const remove = (key: string) =>
      key === stuck ? Promise.reject(new Error('in use')) : files.remove(key)
    await removeLeftovers({ ...place(), files: { ...files, remove } })
    expect((await Promise.all(left.map(isThere))).toSorted()).toEqual([false, true])
    await removeLeftovers(place())
    expect(await Promise.all(left.map(isThere))).toEqual([false, false])
  })
})
