import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { entryRow } from '../../../test/support/rows.ts'
import { sharedInspector as inspector } from '../../../test/support/shared-inspector.ts'
import { createTestPlatform } from '../../../test/support/test-platform.ts'
import { insertEntry, listEveryEntry } from '../docket/entries/queries.ts'
import { exportDocket } from './export-docket.ts'
import { importDocket } from './import-docket.ts'

const folder = mkdtempSync(join(tmpdir(), 'docket-doubles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(content: unknown): string {
  const file = join(folder, 'docket.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

describe.each(['sqlite', 'postgres'] as const)('what a docket says twice, on %s', (dialect) => {
  async function newPlatform() {
    const { platform, dispose } = await createTestPlatform(dialect)
    onTestFinished(dispose)
    return platform
  }

  it('lists the attachments that cannot become documents, and keeps the first', async () => {
    const attachments = [
      { attachment_number: 1, description: 'Exhibit A' },
      { attachment_number: 1, description: 'Exhibit A' },
      { attachment_number: 1, description: 'Exhibit B' },
      { attachment_number: null, description: 'Exhibit C' },
    ]
    const entry = { document_number: '5', date_filed: '2026-01-02', description: 'ORDER' }
    const minute = { ...entry, document_number: null }
    const docket_entries = [
      { ...entry, attachments },
      { ...minute, attachments: attachments.slice(0, 1) },
    ]
    const file = write({ docket_entries })
    expect(await importDocket(await newPlatform(), { file, inspector })).toMatchObject({
      missing: ['5', '5-1'],
      leftOut: ['5-1 Exhibit B', '5-0 Exhibit C', '2026-01-02-1 Exhibit A'],
    })
  })

  it('keeps entries with the same id from two archives apart', async () => {
    const [first, second, both] = [await newPlatform(), await newPlatform(), await newPlatform()]
    await insertEntry(first.db, entryRow({ title: 'Of the first', number: null, created_at: 1 }))
    await insertEntry(second.db, entryRow({ title: 'Of the second', number: null, created_at: 2 }))
    for (const [name, from, to] of [
      ['first', first, second],
      ['second', second, both],
    ] as const) {
      await exportDocket(from, join(folder, dialect, name))
      await importDocket(to, { file: join(folder, dialect, name, 'docket.json'), inspector })
    }
    const titles = (await listEveryEntry(both.db)).map(({ title }) => title)
    expect(titles.sort()).toEqual(['Of the first', 'Of the second'])
  })

  it('refuses an archive that uses a number or a key twice, before anything is loaded', async () => {
    const platform = await newPlatform()
    await insertEntry(platform.db, entryRow({ number: 1 }))
    const archive = join(folder, dialect, 'archive')
    await exportDocket(platform, archive)
    const { entries, ...rest } = JSON.parse(readFileSync(join(archive, 'docket.json'), 'utf8'))
    const [entry] = entries
    const document = {
      ...{ id: 1, attachment_number: 2, title: 'A', position: 0, file_name: 'a.pdf' },
      ...{ path: 'documents/a.pdf', sha256: 'a'.repeat(64), byte_size: 9, page_count: 1 },
      ...{ deleted: false, corrections: [], earlier_versions: [] },
    }
    const other = await newPlatform()
    const load = (entries: unknown[]) =>
      importDocket(other, { file: write({ ...rest, entries }), inspector })
    await expect(load([entry, { ...entry, id: 2, number: 2 }])).rejects.toThrow(
      /source_key archive:1:\d+ is used by 2 entries/,
    )
    const documents = [document, { ...document, id: 2 }]
    await expect(load([{ ...entry, documents }])).rejects.toThrow(
      /entry archive:1:\d+: attachment_number 2 is used by 2 documents/,
    )
    expect(await listEveryEntry(other.db)).toEqual([])
    const deleted = [document, { ...document, id: 2, deleted: true }]
    await expect(load([{ ...entry, documents: deleted }])).resolves.toBeTruthy()
  })
})
