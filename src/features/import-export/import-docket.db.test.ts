import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportedDocket, loadDocket, putPdfs, writeDocket } from '../../../test/support/dockets.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { entryRow } from '../../../test/support/rows.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertEntry, listEvery } from '../docket/entries/queries.ts'
import { listMatches } from '../search/queries.ts'
import type { DocketFilter } from '../search/query-rules.ts'
import { importReport } from './commands.ts'

const district = 'test/fixtures/dockets/district.json'

describe.each(['sqlite', 'postgres'] as const)('loading a docket into %s', (dialect) => {
  let platform: Platform
  beforeEach(async () => {
    platform = await newPlatform(dialect)
  })

  const load = (file: string, documents?: string) => loadDocket(platform, file, documents)

  const countMatches = async (filter: DocketFilter) =>
    (await listMatches(platform.db, { ...filter, order: 'newest', limit: 1, offset: 0 })).total

  it('publishes the PDFs that are there, under any of the three names, and lists the others', async () => {
    const folder = newFolder()
    const orders = { 'gov.uscourts.nysd.45.14.0': 'order', 99999: 'order' }
    putPdfs(folder, { 1: 'opinion', '1-2': 'notice', ...orders })
    writeFileSync(join(folder, '1-1.pdf'), '<html>Not found</html>')
    const summary = await load(district, folder)
    expect(summary.documentsAdded).toBe(3)
    expect(summary.missing).toEqual([
      ...['14-1', '14-2', '16', '17', '20'],
      ...['22', '22-1', '22-2', '22-3'],
    ])
    const reason = expect.stringMatching(/web page|HTML/i)
    expect(summary.refused).toEqual([{ name: '1-1.pdf', reason }])
    expect(summary.unused).toEqual([join(folder, '99999.pdf')])
    const summons = expect.objectContaining({ attachment_number: 2, title: 'Summons' })
    expect(await listEvery(platform.db, 'documents')).toContainEqual(summons)
    // What was missing can be added later; what is there stays.
    putPdfs(folder, { '1-1': 'scan' })
    const again = { documentsAdded: 1, documentsPresent: 3, refused: [] }
    expect(await load(district, folder)).toMatchObject(again)
    expect(await countMatches({ q: 'appeals' })).toBe(1)
    // A document that is there is not missing because its PDF is not in this folder.
    const later = { documentsAdded: 0, documentsPresent: 4, missing: summary.missing }
    expect(await load(district)).toMatchObject(later)
  })

  it("finds an archive's PDFs in the folder named with it, and calls none of them superfluous", async () => {
    const folder = newFolder()
    const name = '7 ECF 001 - Order'
    putPdfs(folder, { [name]: 'order', other: 'order' })
    const entry = { id: 1, number: 1, filed_on: '2026-11-20', title: 'Order' }
    const documents = [{ id: 7, attachment_number: 0, path: `documents/${name}.pdf` }]
    const summary = await load(writeDocket({ entries: [{ ...entry, documents }] }), folder)
    expect(summary).toMatchObject({ documentsAdded: 1, missing: [], unused: ['other.pdf'] })
  })

  it('uses the short description if there is no other, and reports what it could not fill', async () => {
    const short = 'Motion to Dismiss (Joint); Memorandum by Counsel'
    const report = importReport(await load('test/fixtures/dockets/short.json'))
    expect(report).toMatch(/Not in the file.* \(3\): title of 5-2, text of 7, text/)
    const order = 'Order on Motion to Dismiss'
    expect(await listEvery(platform.db, 'entries')).toMatchObject([
      { title: short, description: short, type: 'Motion' },
      { title: 'RESPONSE in Opposition re 5 Motion to Dismiss', type: 'Brief' },
      { title: order, description: order, type: 'Order' },
      { title: 'Docket entry 7', description: '', type: 'Other' },
      { title: 'Minute entry', description: '', type: 'Minute entry' },
    ])
    expect(await countMatches({ q: 'memorandum' })).toBe(1)
  })

  it('refuses an archive whose file was changed, and says which', async () => {
    const folder = newFolder()
    putPdfs(folder, { 1: 'opinion' })
    await load(district, folder)
    const file = await exportedDocket(platform)
    const { entries } = JSON.parse(readFileSync(file, 'utf8'))
    putPdfs(join(file, '..'), { [entries[0].documents[0].path.replace('.pdf', '')]: 'notice' })
    const other = await newPlatform(dialect)
    const { refused } = await loadDocket(other, file)
    expect(refused).toMatchObject([{ reason: expect.stringMatching(/SHA-256/) }])
    expect(await listEvery(other.db, 'documents')).toEqual([])
  })

  it('leaves out what no database can store', async () => {
    const entry = { document_number: '4', date_filed: '2024-01-02', description: 'ORD\0ER \ud800' }
    const file = writeDocket({ case_name: 'A v.\0 B', docket_entries: [entry] })
    expect(await load(file)).toMatchObject({ entriesAdded: 1 })
    expect(await listEvery(platform.db, 'entries')).toMatchObject([{ description: 'ORDER \ufffd' }])
  })

  it('keeps entries with the same id from two archives apart', async () => {
    const [first, second, both] = [platform, await newPlatform(dialect), await newPlatform(dialect)]
    await insertEntry(first.db, entryRow({ title: 'Of the first', number: null, created_at: 1 }))
    await insertEntry(second.db, entryRow({ title: 'Of the second', number: null, created_at: 2 }))
    await loadDocket(second, await exportedDocket(first))
    await loadDocket(both, await exportedDocket(second))
    const titles = (await listEvery(both.db, 'entries')).map(({ title }) => title)
    expect(titles.sort()).toEqual(['Of the first', 'Of the second'])
  })
})
