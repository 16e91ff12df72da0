import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addEntry } from '../../../test/support/delivery.ts'
import { NOTHING_READ } from '../../../test/support/nothing-read.ts'
import { offerBytes } from '../../../test/support/offered-file.ts'
import { documentRow } from '../../../test/support/rows.ts'
import { createTestPlatform, type TestPlatform } from '../../../test/support/test-platform.ts'
import { storageKey } from '../../platform/files/storage.ts'
import { findPageTexts } from '../../platform/search/search-queries.ts'
import { indexEntry, indexPages, insertDocument } from '../docket/documents/queries.ts'
import { rebuildSearchIndex } from '../docket/documents/rebuild-search-index.ts'
import { listMatches } from '../search/queries.ts'
import { countWaitingPages, findRecognized, forgetScans } from './queries.ts'
import { createScanReader } from './recognize-scans.ts'

const STAMP = 'Case 1:26-cv-00045-ABC Document 1 Filed 07/01/26 Page 2 of 3'
const PAGES = ['This page has words of its own.', STAMP, '']
const READ = { 2: `${STAMP}\nThe surveyor Penhallow`, 3: '' }

describe.each(['sqlite', 'postgres'] as const)('recognition on %s', (dialect) => {
  let test: TestPlatform
  let storage_key: string
  const db = () => test.platform.db

  beforeAll(async () => {
    test = await createTestPlatform(dialect, { DOCUMENT_RECOGNITION: 'on' })
    const { files } = test.platform
    const { key, path } = await offerBytes(files, Buffer.from('%PDF'))
    await files.store(key, path)
    storage_key = key
  })
  afterAll(() => test.dispose())

  async function fileScan(fields: object = {}): Promise<number> {
    const entry_id = await addEntry(db())
    const stored = { storage_key, page_count: PAGES.length }
    return db()
      .transaction()
      .execute(async (trx) => {
        const row = documentRow({ entry_id, ...stored, ...fields })
        const document = await insertDocument(trx, row)
        await indexPages(trx, document, PAGES)
        await indexEntry(trx, entry_id)
        return document.id
      })
  }

  /** Reads until only pages that cannot be read are waiting. */
  async function readScans(recognize = async (_: string, page: number) => textOn(page)) {
    const recognized: number[] = []
    const reader = createScanReader(test.platform, {
      recognize: (path, page) => {
        recognized.push(page)
        return recognize(path, page)
      },
      close: async () => {},
    })
    reader.start()
    onTestFinished(() => reader.stop())
    return { recognized, reader }
  }
  const textOn = (page: number) => READ[page as 2 | 3]
  const untilRead = () => expect.poll(() => countWaitingPages(db())).toBe(0)

  it('finds and shows what is on a scan, and reads no page that has its text', async () => {
    const id = await fileScan()
    expect(await countWaitingPages(db())).toBe(2)
    const { recognized } = await readScans()
    await untilRead()
    expect(recognized).toEqual([2, 3])
    const texts = await findPageTexts(db(), id, { first: 1, last: 3 })
    expect([...texts.values()]).toEqual([PAGES[0], READ[2]])
    expect(await findRecognized(db(), [id])).toEqual(new Set([`${id}:2`]))
    const asking = { order: 'newest', limit: 5, offset: 0 } as const
    expect((await listMatches(db(), { q: 'surveyor Penhallow', ...asking })).total).toBe(1)
    const row = await db().selectFrom('documents').selectAll().where('id', '=', id).execute()
    expect(row).toMatchObject([{ text_pages: 2, sha256: 'hash' }])
  })

  it('keeps recognized text when files are read again, and reads a replaced file again', async () => {
    const [document] = await db().selectFrom('documents').selectAll().execute()
    const id = Number(document?.id)
    const read = { pageCount: 3, pages: PAGES, reading: NOTHING_READ }
    await rebuildSearchIndex(test.platform, { inspect: async () => ({ accepted: true, ...read }) })
    expect((await findPageTexts(db(), id, { first: 2, last: 2 })).get(2)).toBe(READ[2])
    expect(await countWaitingPages(db())).toBe(0)
    await forgetScans(db(), id)
    await indexPages(db(), { id, entry_id: Number(document?.entry_id) }, PAGES)
    expect(await countWaitingPages(db())).toBe(2)
    await readScans()
    await untilRead()
  })

  it('is not held up by a missing file, and resumes after it was stopped', async () => {
    await fileScan()
    const lost = await fileScan({ storage_key: storageKey('cd'.repeat(32)) })
    const begun = Promise.withResolvers<string>()
    const first = await readScans(() => begun.promise)
    await expect.poll(() => first.recognized).toEqual([2])
    begun.resolve('Read before the stop')
    await first.reader.stop()
    expect(await countWaitingPages(db())).toBe(3)
    const second = await readScans()
    await expect.poll(() => second.recognized).toEqual([3])
    await expect.poll(() => countWaitingPages(db())).toBe(2)
    await db().updateTable('documents').set({ deleted_at: 1 }).where('id', '=', lost).execute()
    expect(await countWaitingPages(db())).toBe(0)
  })

  it('drops what was read of a file that was replaced meanwhile', async () => {
    const id = await fileScan()
    const begun = Promise.withResolvers<string>()
    const texts = [begun.promise, 'Page 3 of the old file', 'New page 2', 'New page 3']
    const { recognized, reader } = await readScans(async () => (await texts.shift()) ?? '')
    await expect.poll(() => recognized).toEqual([2])
    await db().updateTable('documents').set({ sha256: 'another' }).where('id', '=', id).execute()
    await forgetScans(db(), id)
    await indexPages(db(), { id, entry_id: id }, PAGES)
    begun.resolve('Page 2 of the old file')
    await untilRead()
    await reader.stop()
    expect(recognized).toEqual([2, 3, 2, 3])
    const shown = await findPageTexts(db(), id, { first: 2, last: 3 })
    expect([...shown.values()]).toEqual(['New page 2', 'New page 3'])
  })

  it('reads nothing if DOCUMENT_RECOGNITION is off', async () => {
    await fileScan()
    const config = { ...test.platform.config, documentRecognition: false }
    const recognize = () => Promise.reject(new Error('is off'))
    const off = createScanReader({ ...test.platform, config }, { recognize, close: async () => {} })
    off.start()
    await sleep(50)
    await off.stop()
    expect(await countWaitingPages(db())).toBe(2)
  })
})
