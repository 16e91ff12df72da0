import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDocket, putPdfs, writeDocket } from '../../../test/support/dockets.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import { listEvery } from '../docket/entries/queries.ts'
import { findCaseSettings } from '../site/queries.ts'

const page = readFileSync('docs/moving-from-1.0.md', 'utf8')
const printed = /docket\.json <<'END'\n([\s\S]*?) *END\n/.exec(page)?.[1]

describe.each(['sqlite', 'postgres'] as const)('moving from 1.0, on %s', (dialect) => {
  async function load(content: unknown) {
    const platform = await newPlatform(dialect)
    const file = writeDocket(content)
    putPdfs(join(file, '../documents'), { 12: 'motion', '12-1': 'letter' })
    const summary = await loadDocket(platform, file)
    return { db: platform.db, summary, again: await loadDocket(platform, file) }
  }

  it('loads the example of docs/moving-from-1.0.md as printed, and keeps its IDs', async () => {
    const { db, summary, again } = await load(printed)
    expect(summary).toMatchObject({ entriesAdded: 2, documentsAdded: 2, missing: [], refused: [] })
    expect(again).toMatchObject({ entriesAdded: 0, documentsAdded: 0, documentsPresent: 2 })
    expect(await findCaseSettings(db)).toMatchObject({ caption: 'Doe v. Roe', judge: '' })
    expect(await listEvery(db, 'entries')).toMatchObject([
      { id: 7, number: 12, title: 'Motion to Compel', type: 'Other', status: 'published' },
      { id: 8, number: null, after_number: 12, filed_by: '', description: '' },
    ])
    expect(await listEvery(db, 'documents')).toMatchObject([
      { id: 31, attachment_number: 0, title: 'Motion to Compel', file_name: '12.pdf' },
      { id: 32, attachment_number: 1, title: 'Exhibit A', file_name: '12-1.pdf', position: 1 },
    ])
  })

  it('needs only an entry’s id, number, date, and title, and a document’s path', async () => {
    const least = { id: 3, number: 1, filed_on: '2025-03-31', title: 'Order' }
    const loadEntry = (more: object) => load({ entries: [{ ...least, ...more }] })
    const { db } = await loadEntry({ documents: [{ path: 'documents/12.pdf' }] })
    expect(await listEvery(db, 'documents')).toMatchObject([{ entry_id: 3, title: 'Order' }])
    for (const field of ['id', 'number', 'filed_on', 'title'])
      await expect(loadEntry({ [field]: undefined })).rejects.toThrow(`.${field}: is `)
  })
})
