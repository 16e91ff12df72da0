import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportedDocket, loadDocket, putPdfs, writeDocket } from '../../../test/support/dockets.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { entryRow } from '../../../test/support/rows.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertVersion } from '../corrections/queries.ts'
import { changeDocument } from '../docket/documents/change-document.ts'
import { deleteDocument } from '../docket/documents/delete-document.ts'
import { listPublishedDocuments } from '../docket/documents/queries.ts'
import { insertEntry, listEvery } from '../docket/entries/queries.ts'
import { changeEntry } from '../docket/entries/save-entry.ts'

const by = { administrator: null, clientIp: null }
const unconditionally = { version: undefined, reason: undefined, by }

describe.each(['sqlite', 'postgres'] as const)('importing again into %s', (dialect) => {
  let platform: Platform
  let folder: string
  let recap: string

  /** A motion with two exhibits, an order, and a minute entry. */
  beforeEach(async () => {
    platform = await newPlatform(dialect)
    folder = newFolder()
    putPdfs(folder, { 1: 'motion', '1-1': 'letter', '1-2': 'opinion' })
    const attachments = [1, 2].map((attachment_number) => ({ attachment_number }))
    const docket_entries = [
      { document_number: 1, date_filed: '2026-07-30', description: 'MOTION', attachments },
      { document_number: 2, date_filed: '2026-07-30', description: 'ORDER' },
      { document_number: null, date_filed: '2026-07-30', description: 'Minute entry' },
    ]
    recap = writeDocket({ docket_entries })
    await loadDocket(platform, recap, folder)
  })

  const published = async () =>
    (await listPublishedDocuments(platform.db)).map((one) => [one.id, one.attachment_number])

  const rows = async () => ({
    entries: await listEvery(platform.db, 'entries'),
    documents: await listEvery(platform.db, 'documents'),
  })

  it('publishes nothing that was deleted, or replaced and deleted, and doubles nothing renumbered', async () => {
    const file = await exportedDocket(platform)
    const [, letter] = await listEvery(platform.db, 'documents')
    if (!letter) throw new Error('no exhibit')
    await insertVersion(platform.db, letter, 1)
    const replaced = { sha256: 'ab'.repeat(32) }
    await platform.db.updateTable('documents').set(replaced).where('id', '=', letter.id).execute()
    await deleteDocument(platform, { id: letter.id, by })
    for (const [id, attachment_number] of [
      [3, 1],
      [1, 7],
    ] as const)
      await changeDocument(platform, { id, change: { attachment_number }, ...unconditionally })
    const before = await rows()
    const nothing = { entriesAdded: 0, documentsAdded: 0 }
    expect(await loadDocket(platform, file)).toMatchObject(nothing)
    expect(await loadDocket(platform, recap, folder)).toMatchObject(nothing)
    expect(await rows()).toEqual(before)
    expect(await published()).toEqual([
      [1, 7],
      [3, 1],
    ])
  })

  it('publishes nothing that was replaced before anybody saw it, and deleted', async () => {
    const file = await exportedDocket(platform)
    const replaced = { sha256: 'ab'.repeat(32) }
    await platform.db.updateTable('documents').set(replaced).execute()
    await deleteDocument(platform, { id: 2, by })
    expect(await loadDocket(platform, file)).toMatchObject({ documentsAdded: 0 })
  })

  it('adds nothing from the archive of this docket, whatever was corrected since', async () => {
    await platform.db.updateTable('entries').set({ source_key: null }).execute()
    const file = await exportedDocket(platform)
    const entries = await listEvery(platform.db, 'entries')
    for (const [at, { id }] of entries.entries()) {
      const fields = at === 1 ? { number: 22 } : { title: `Corrected ${id}` }
      await changeEntry(platform, { id, fields, files: [], extras: {}, ...unconditionally })
    }
    const before = await rows()
    expect(await loadDocket(platform, file)).toMatchObject({ entriesAdded: 0 })
    expect(await rows()).toEqual(before)
  })

  it('publishes no document of a draft that has the number of a published entry', async () => {
    const documents = [{ path: 'documents/1-1.pdf', attachment_number: 5 }]
    const entry = { id: 50, number: 1, filed_on: '2026-07-30', title: 'Draft', status: 'draft' }
    const file = writeDocket({ entries: [{ ...entry, documents }] })
    putPdfs(join(file, '../documents'), { '1-1': 'brief' })
    const before = await rows()
    const summary = await loadDocket(platform, file)
    expect(summary).toMatchObject({ documentsAdded: 0, differing: ['1-5'] })
    expect(await rows()).toEqual(before)
  })

  it('loads a deleted document once, even if another has its ID', async () => {
    await deleteDocument(platform, { id: 2, by })
    const file = await exportedDocket(platform)
    platform = await newPlatform(dialect)
    await insertEntry(platform.db, entryRow({ number: 9, title: 'Another docket’s' }))
    putPdfs(folder, { 9: 'order', '9-1': 'brief', '9-2': 'scan' })
    const other = { document_number: 9, date_filed: '2026-01-02', description: 'ORDER' }
    await loadDocket(platform, writeDocket({ docket_entries: [other] }), folder)
    expect(await loadDocket(platform, file)).toMatchObject({ documentsAdded: 3 })
    const before = await rows()
    expect(await loadDocket(platform, file)).toMatchObject({ documentsAdded: 0 })
    expect(await rows()).toEqual(before)
  })
})
