import { describe, expect, it } from 'vitest'
import { eachDatabase } from '../../../../test/support/each-database.ts'
import { newFolder } from '../../../../test/support/new-folder.ts'
import { offerFile } from '../../../../test/support/offered-file.ts'
import { entryFields } from '../../../../test/support/rows.ts'
import { createFolderStorage } from '../../../platform/files/folder-storage.ts'
import { addDocuments } from '../documents/add-documents.ts'
import { listDocuments } from '../documents/queries.ts'
import { StaleError } from './edit.ts'
import type { EntryFields } from './entry-fields.ts'
import { findEntry, findEntryByNumber, listEntryHistory } from './queries.ts'
import {
  changeEntry,
  createEntry,
  deleteEntry,
  NumberTakenError,
  restoreEntry,
} from './save-entry.ts'

const by = { administrator: null, clientIp: '192.0.2.7' }

// What simultaneous requests run into, called directly so that the web server does not serialize them.
eachDatabase('simultaneous actions', (database) => {
  const folder = newFolder()

  const files = createFolderStorage(folder)
  const platform = () => ({ db: database.db, files, clock: () => 1 })
  const create = (fields: Partial<EntryFields> = {}) =>
    createEntry(platform(), { fields: entryFields(fields), files: [], by })

  const change = (id: number, fields: Partial<EntryFields>, version?: number) =>
    changeEntry(platform(), { id, fields, files: [], version, by })

  async function settle(attempts: Promise<unknown>[]) {
    const outcomes = await Promise.allSettled(attempts)
    const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    return { done: outcomes.length - reasons.length, reasons }
  }

  describe('one docket number', () => {
    it('goes to one of many new entries; the others learn which', async () => {
      const creations = Array.from({ length: 8 }, () => create({ number: 61 }))
      const { done, reasons } = await settle(creations)
      expect(done).toBe(1)
      for (const reason of reasons) expect(reason).toBeInstanceOf(NumberTakenError)
      expect(await findEntryByNumber(database.db, 61)).toBeDefined()
    })

    it('goes to one of two changed entries', async () => {
      const ids = [(await create()).id, (await create()).id]
      const { done, reasons } = await settle(ids.map((id) => change(id, { number: 62 })))
      expect(done).toBe(1)
      expect(reasons[0]).toBeInstanceOf(NumberTakenError)
    })

    it('goes to a restored entry or to a new one', async () => {
      const { id } = await create({ number: 63 })
      await deleteEntry(platform(), { id, by })
      const restoring = restoreEntry(platform(), { id, by })
      const { done, reasons } = await settle([restoring, create({ number: 63 })])
      expect(done).toBe(1)
      expect(reasons[0]).toBeInstanceOf(NumberTakenError)
    })
  })

  it('lets one of two changes of the same version through', async () => {
    const { id, version } = await create()
    const changes = ['A', 'B'].map((title) => change(id, { title }, version))
    const { done, reasons } = await settle(changes)
    expect(done).toBe(1)
    expect(reasons[0]).toBeInstanceOf(StaleError)
    expect(await findEntry(database.db, id)).toMatchObject({ version: 2 })
  })

  it('loses no change even without a version check', async () => {
    const { id } = await create()
    const fields = { title: 'A', type: 'B', filed_by: 'C' }
    await Promise.all(Object.entries(fields).map(([name, value]) => change(id, { [name]: value })))
    expect(await findEntry(database.db, id)).toMatchObject({ ...fields, version: 4 })
  })

  it('gives simultaneous uploads different numbers and positions', async () => {
    const { id: entryId } = await create()
    const uploads = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf'].map(async (name) =>
      addDocuments(platform(), { id: entryId, files: [await offerFile(files, name)], by }),
    )
    await Promise.all(uploads)
    const documents = await listDocuments(database.db, [entryId])
    expect(documents.map((one) => one.attachment_number)).toEqual([0, 1, 2, 3, 4])
    expect(documents.map((one) => one.position)).toEqual([1, 2, 3, 4, 5])
  })

  it('deletes once, however often it was pressed', async () => {
    const { id } = await create()
    await Promise.all([1, 2, 3].map(() => deleteEntry(platform(), { id, by })))
    const history = await listEntryHistory(database.db, id)
    const brief = history.map(({ action, client_ip }) => `${action} ${client_ip}`)
    expect(brief).toEqual(['entry.deleted 192.0.2.7', 'entry.created 192.0.2.7'])
  })
})
