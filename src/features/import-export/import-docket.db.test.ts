import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { entryRow } from '../../../test/support/rows.ts'
import { sharedInspector as inspector } from '../../../test/support/shared-inspector.ts'
import { createTestPlatform, type TestPlatform } from '../../../test/support/test-platform.ts'
import { insertEntry, listEvery, listEveryEntry } from '../docket/entries/queries.ts'
import type { DocketFilter } from '../search/docket-filter.ts'
import { listMatches } from '../search/queries.ts'
import { runImport } from './commands.ts'
import { exportDocket } from './export-docket.ts'
import { importDocket } from './import-docket.ts'

const pdfs = 'test/fixtures/pdfs'
const district = 'test/fixtures/dockets/district.json'

describe.each(['sqlite', 'postgres'] as const)('loading a docket into %s', (dialect) => {
  let test: TestPlatform
  beforeEach(async () => {
    test = await createTestPlatform(dialect)
    return () => test.dispose()
  })

  const load = (file: string, documents?: string) =>
    importDocket(test.platform, { file, documents, inspector })

  const countMatches = async (filter: DocketFilter) =>
    (await listMatches(test.platform.db, { ...filter, order: 'newest', limit: 1, offset: 0 })).total

  it('publishes the PDFs that are there, under any of the three names, and lists the others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-pdfs-'))
    copyFileSync(`${pdfs}/opinion.pdf`, join(folder, '1.pdf'))
    copyFileSync(`${pdfs}/notice.pdf`, join(folder, '1-2.pdf'))
    copyFileSync(`${pdfs}/order.pdf`, join(folder, 'gov.uscourts.nysd.45.14.0.pdf'))
    copyFileSync(`${pdfs}/order.pdf`, join(folder, '99999.pdf'))
    writeFileSync(join(folder, '1-1.pdf'), '<html>Not found</html>')
    const summary = await load(district, folder)
    expect(summary.documentsAdded).toBe(3)
    expect(summary.missing).toEqual([
      ...['14-1', '14-2', '16', '17', '20'],
      ...['22', '22-1', '22-2', '22-3'],
    ])
    expect(summary.refused).toEqual([
      { name: '1-1.pdf', reason: expect.stringMatching(/web page|HTML/i) },
    ])
    expect(summary.unused).toEqual([join(folder, '99999.pdf')])
    const documents = await listEvery(test.platform.db, 'documents')
    expect(
      documents.map(({ attachment_number, title }) => [attachment_number, title]),
    ).toContainEqual([2, 'Summons'])
    // What was missing can be added later; what is there stays.
    copyFileSync(`${pdfs}/scan.pdf`, join(folder, '1-1.pdf'))
    expect(await load(district, folder)).toMatchObject({
      documentsAdded: 1,
      documentsPresent: 3,
      refused: [],
    })
  })

  it('reads the files of three entries at a time, and keeps their order', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-pdfs-'))
    const names = ['1.pdf', '2.pdf', '3.pdf', '4.pdf']
    for (const name of names) copyFileSync(`${pdfs}/order.pdf`, join(folder, name))
    const docket_entries = [1, 2, 3, 4].map((document_number) => ({
      ...{ document_number, date_filed: '2026-11-20', description: 'ORDER' },
    }))
    const file = join(folder, 'docket.json')
    writeFileSync(file, JSON.stringify({ docket_entries }))
    const begun: string[] = []
    const done: string[] = []
    const others = Promise.withResolvers<void>()
    const inspect: typeof inspector.inspect = async (path, name) => {
      begun.push(name)
      if (name === '1.pdf') await others.promise
      const inspection = await inspector.inspect(path, name)
      done.push(name)
      if (done.includes('2.pdf') && done.includes('3.pdf')) others.resolve()
      if (name === '1.pdf') expect(begun.toSorted()).toEqual(['1.pdf', '2.pdf', '3.pdf'])
      return inspection
    }
    const options = { file, documents: folder, inspector: { ...inspector, inspect } }
    await importDocket(test.platform, options)
    const documents = await listEvery(test.platform.db, 'documents')
    expect(documents.map(({ file_name }) => file_name)).toEqual(names)
    expect((await listEveryEntry(test.platform.db)).map(({ number }) => number)).toEqual([
      1, 2, 3, 4,
    ])
  })

  it('uses the short description if there is no other, and reports what it could not fill', async () => {
    const short = 'Motion to Dismiss (Joint); Memorandum by Counsel'
    const said = vi.spyOn(console, 'log').mockReturnValue()
    expect(await runImport(test.platform, 'test/fixtures/dockets/short.json', undefined)).toBe(0)
    expect(said.mock.lastCall?.[0]).toMatch(
      /Not in the file.* \(3\): title of 5-2, text of 7, text/,
    )
    said.mockRestore()
    const entries = await listEveryEntry(test.platform.db)
    expect(entries.map(({ title, description, type }) => [title, description, type])).toEqual([
      [short, short, 'Motion'],
      [
        'RESPONSE in Opposition re 5 Motion to Dismiss',
        expect.stringContaining('COUNSEL'),
        'Brief',
      ],
      ['Order on Motion to Dismiss', 'Order on Motion to Dismiss', 'Order'],
      ['Docket entry 7', '', 'Other'],
      ['Minute entry', '', 'Minute entry'],
    ])
    expect(await countMatches({ q: 'memorandum' })).toBe(1)
  })

  it('finds an entry by the words inside its PDF', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-pdfs-'))
    copyFileSync(`${pdfs}/opinion.pdf`, join(folder, '14.pdf'))
    await load(district, folder)
    expect(await countMatches({ q: 'appeals' })).toBe(1)
  })

  it('reads its own archive back: the same ids, files, drafts and deleted entries', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-archive-'))
    mkdirSync(join(folder, 'in'))
    copyFileSync(`${pdfs}/opinion.pdf`, join(folder, 'in/1.pdf'))
    await load(district, join(folder, 'in'))
    const { db } = test.platform
    await db.updateTable('entries').set({ status: 'draft' }).where('id', '=', 2).execute()
    await db.updateTable('entries').set({ deleted_at: 1 }).where('id', '=', 3).execute()
    await exportDocket(test.platform, join(folder, 'out'))

    const other = await createTestPlatform(dialect)
    // One id is used and its row removed, so that equal ids cannot come from counting alone.
    await insertEntry(other.platform.db, entryRow({ number: 1 }))
    await other.platform.db.deleteFrom('entries').execute()
    const archive = join(folder, 'out/docket.json')
    await importDocket(other.platform, { file: archive, inspector })
    const essence = ({
      created_at: _,
      updated_at: __,
      deleted_at,
      version: ___,
      source_key: ____,
      ...entry
    }: Record<string, unknown>) => ({ ...entry, isDeleted: deleted_at !== null })
    expect((await listEveryEntry(other.platform.db)).map(essence)).toEqual(
      (await listEveryEntry(db)).map(essence),
    )
    expect((await listEvery(other.platform.db, 'documents')).map(essence)).toEqual(
      (await listEvery(db, 'documents')).map(essence),
    )
    expect(await importDocket(other.platform, { file: archive, inspector })).toMatchObject({
      entriesAdded: 0,
      documentsAdded: 0,
      differing: [],
    })
    // And back into the docket that it came from.
    expect(await importDocket(test.platform, { file: archive, inspector })).toMatchObject({
      entriesAdded: 0,
      documentsAdded: 0,
    })
    await other.dispose()
  })

  it('refuses an archive whose file was changed, and says which', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-archive-'))
    mkdirSync(join(folder, 'in'))
    copyFileSync(`${pdfs}/opinion.pdf`, join(folder, 'in/1.pdf'))
    await load(district, join(folder, 'in'))
    await exportDocket(test.platform, join(folder, 'out'))
    const archive = JSON.parse(readFileSync(join(folder, 'out/docket.json'), 'utf8'))
    copyFileSync(`${pdfs}/notice.pdf`, join(folder, 'out', archive.entries[0].documents[0].path))
    const other = await createTestPlatform(dialect)
    const summary = await importDocket(other.platform, {
      file: join(folder, 'out/docket.json'),
      inspector,
    })
    expect(summary.refused).toEqual([
      { name: expect.any(String), reason: expect.stringMatching(/SHA-256/) },
    ])
    expect(await listEvery(other.platform.db, 'documents')).toEqual([])
    await other.dispose()
  })

  it('leaves out what no database can store', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'docket-json-')), 'docket.json')
    const entry = { document_number: '4', date_filed: '2024-01-02', description: 'ORD\0ER \ud800' }
    writeFileSync(file, JSON.stringify({ case_name: 'A v.\0 B', docket_entries: [entry] }))
    expect(await load(file)).toMatchObject({ entriesAdded: 1 })
    expect(await listEveryEntry(test.platform.db)).toMatchObject([{ description: 'ORDER \ufffd' }])
  })

  it.each([
    ['not JSON at all', '{"docket_entries": [', /is not JSON/],
    ['no entries', '{"case_name": "x"}', /docket_entries: is missing/],
    [
      'no date at all',
      '{"docket_entries":[{"document_number":"4","description":"ORDER"}]}',
      /docket_entries\[0\] \(number 4\)\.date_filed: is missing/,
    ],
    [
      'an entry without a description',
      '{"docket_entries":[{"document_number":"4","date_filed":"2024-01-02"}]}',
      /description: is missing/,
    ],
    [
      'a date that does not exist',
      '{"docket_entries":[{"document_number":"4","date_filed":"2024-02-30","description":""}]}',
      /not a valid date/,
    ],
    [
      'a number that is not one',
      '{"docket_entries":[{"document_number":"4a","date_filed":"2024-02-03","description":"a"}]}',
      /document_number: is not a docket number/,
    ],
    [
      'an entry of an archive without a date',
      '{"entries":[{"id":1,"number":4,"title":"Order"}]}',
      /entries\[0\] \(number 4\)\.filed_on: is missing/,
    ],
    ['a list', '[]', /cannot be loaded/],
  ])('changes nothing when the JSON has %s', async (_, json, message) => {
    const file = join(mkdtempSync(join(tmpdir(), 'docket-json-')), 'docket.json')
    writeFileSync(file, json)
    await expect(load(file)).rejects.toThrow(message)
    expect(await listEveryEntry(test.platform.db)).toEqual([])
  })
})
