import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDocket, writeDocket } from '../../../test/support/dockets.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { sharedInspector as inspector } from '../../../test/support/shared-inspector.ts'
import { newPlatform } from '../../../test/support/test-platform.ts'
import { writeTextPdf } from '../../../test/support/text-pdf.ts'
import { importReport } from './commands.ts'
import { copyIn } from './docket-files.ts'
import { exportDocket } from './export-docket.ts'
import { readEntryFiles, saveEntry } from './load-entry.ts'
import { readDocket } from './read-docket.ts'

const NO_IDS = [{ attachment_number: 0, path: 'documents/1.pdf' }]
const ENTRY = { id: 1, number: 1, filed_on: '2026-07-30', title: 'Order' }

/** A folder with an archive of one entry, whose document should be in `documents`. */
function newArchive(changes: object = {}): string {
  return writeDocket({ entries: [{ ...ENTRY, documents: NO_IDS }], ...changes })
}

async function addPdf(file: string): Promise<void> {
  const folder = join(file, '../documents')
  mkdirSync(folder)
  await writeTextPdf(join(folder, '1.pdf'), ['It is ordered.'])
}

async function readEntry() {
  const { entries } = await readDocket(newArchive(), 'UTC')
  const [entry] = entries
  if (!entry) throw new Error('the archive has an entry')
  return entry
}

it.each([
  ['a link', (path: string) => symlinkSync(newArchive(), path)],
  ['a folder', (path: string) => mkdirSync(path)],
])('%s in place of the document is none: it is missing', async (_, make) => {
  const file = newArchive()
  mkdirSync(join(file, '../documents'))
  for (const path of ['../1.pdf', '../documents/1.pdf']) make(join(file, path))
  const summary = await loadDocket(await newPlatform('sqlite'), file)
  expect(summary).toMatchObject({ entriesAdded: 1, documentsAdded: 0, missing: ['1'] })
})

it.runIf(existsSync('/proc/self/mem'))('an unreadable file is refused by name', async () => {
  const platform = await newPlatform('sqlite')
  const source = await readEntry()
  const files = source.documents.map((document) => ({ document, path: '/proc/self/mem' }))
  const { checked } = await readEntryFiles({ platform, inspector }, source, files)
  const reason = expect.stringMatching(/^It cannot be read: /)
  expect(checked).toMatchObject([{ name: 'mem', reason }])
})

it('of a file that is too large, no more is copied than shows it', async () => {
  const platform = await newPlatform('sqlite')
  const config = { ...platform.config, uploadMaxBytes: 1000 }
  const path = join(newFolder(), '1.pdf')
  writeFileSync(path, Buffer.alloc(1_000_000))
  const copy = await copyIn({ ...platform, config }, path)
  expect([copy.tooLarge, statSync(copy.path).size]).toEqual([true, 1001])
})

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  it('a document whose PDF is missing keeps its id for the day it comes', async () => {
    const platform = await newPlatform(dialect)
    const listed = [{ id: 30, attachment_number: 0, path: 'documents/1.pdf' }]
    const entries = [{ ...ENTRY, documents: listed }]
    const file = newArchive({ entries })
    await loadDocket(platform, file)
    const other = newArchive({ entries: [{ ...ENTRY, id: 2, number: 2, documents: NO_IDS }] })
    await addPdf(other)
    await loadDocket(platform, other)
    await addPdf(file)
    await loadDocket(platform, file)
    const documents = await platform.db.selectFrom('documents').select(['id', 'entry_id']).execute()
    expect(documents.map(({ id, entry_id }) => `${id} ${entry_id}`).sort()).toEqual([
      '30 1',
      '31 2',
    ])
  })

  it('an entry that someone added meanwhile ends the import with what to do', async () => {
    const platform = await newPlatform(dialect)
    const source = await readEntry()
    const read = await readEntryFiles({ platform, inspector }, source, [])
    await saveEntry(platform, read)
    await expect(saveEntry(platform, read)).rejects.toThrow(/^Order: .* Run the import again/)
  })
})

it('the report names another case, and its lines are as many as they seem', async () => {
  const platform = await newPlatform('sqlite')
  const reports: string[] = []
  for (const case_number of ['1:20-cv-00412', '1:20-cv-00412-ABC', '1:21-cv-00007']) {
    const file = newArchive({ case: { case_number } })
    writeFileSync(join(file, '../a\u001b[2J\nRefused (1).pdf'), '')
    reports.push(importReport(await loadDocket(platform, file, join(file, '..'))))
  }
  const [first, again, other] = reports
  expect(first).toContain('a [2J Refused (1).pdf')
  expect(again).not.toContain('from case')
  expect(other).toContain('is from case 1:21-cv-00007, and this site’s case is 1:20-cv-00412.')
})

it('an export leaves a folder of a similar name as it is', async () => {
  const target = join(newFolder(), 'export')
  mkdirSync(`${target}.part`)
  await exportDocket(await newPlatform('sqlite'), target)
  expect(existsSync(`${target}.part`)).toBe(true)
})
