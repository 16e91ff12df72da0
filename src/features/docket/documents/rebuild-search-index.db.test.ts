import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTHING_READ } from '../../../../test/support/nothing-read.ts'
import { offerBytes } from '../../../../test/support/offered-file.ts'
import { documentRow, entryRow } from '../../../../test/support/rows.ts'
import { createTestPlatform, type TestPlatform } from '../../../../test/support/test-platform.ts'
import { putPages } from '../../../platform/search/search-index.ts'
import { insertEntry } from '../entries/queries.ts'
import { insertDocument } from './queries.ts'
import { rebuildSearchIndex } from './rebuild-search-index.ts'

describe.each(['sqlite', 'postgres'] as const)('all documents, read again, on %s', (dialect) => {
  let test: TestPlatform
  const db = () => test.platform.db
  const inspected: string[] = []
  const pagesOf: Record<string, string[]> = {
    'brief.pdf': ['First page', '', 'the receiver'],
    'scan.pdf': ['', ''],
  }
  const inspector = {
    inspect: async (_path: string, name: string) => {
      inspected.push(name)
      if (name === 'lost.pdf') throw new Error('disk')
      const pages = pagesOf[name] ?? []
      return { accepted: true as const, pageCount: pages.length, pages, reading: NOTHING_READ }
    },
  }

  beforeAll(async () => {
    test = await createTestPlatform(dialect)
    const { files } = test.platform
    const { key, path } = await offerBytes(files, Buffer.from('%PDF'))
    await files.store(key, path)
    await insertEntry(db(), entryRow({ number: 1 }))
    for (const [index, name] of ['brief.pdf', 'lost.pdf', 'scan.pdf'].entries()) {
      const place = { entry_id: 1, attachment_number: index, position: index + 1 }
      const file = { file_name: name, storage_key: key, page_count: 3 }
      const document = await insertDocument(db(), documentRow({ ...place, ...file, title: name }))
      const pages = [{ page: 2, text: 'the old receiver' }]
      await putPages(db(), { ownerId: 1, documentId: document.id, pages })
    }
  })
  afterAll(() => test.dispose())

  it('are read newest first, and one that cannot be read keeps its index', async () => {
    expect(await rebuildSearchIndex(test.platform, inspector)).toEqual({ read: 2, failed: 1 })
    expect(inspected).toEqual(['scan.pdf', 'lost.pdf', 'brief.pdf'])
    const counts = await db().selectFrom('documents').select('text_pages').orderBy('id').execute()
    expect(counts.map((row) => row.text_pages)).toEqual([2, 1, 0])
    const texts = db().selectFrom('search_texts').select(['document_id', 'page', 'other'])
    const pages = await texts.where('page', 'is not', null).execute()
    const indexed = pages.map(({ document_id, page }) => `${document_id} ${page}`)
    expect(indexed.toSorted()).toEqual(['1 1', '1 3', '2 2'])
    const { other } = await texts.where('page', 'is', null).executeTakeFirstOrThrow()
    expect(other).toContain('brief.pdf')
  })
})
