import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { offerBytes } from '../../../../test/support/offered-file.ts'
import { documentRow, entryRow } from '../../../../test/support/rows.ts'
import { createTestPlatform, type TestPlatform } from '../../../../test/support/test-platform.ts'
import { storageKey } from '../../../platform/files/storage.ts'
import { insertEntry } from '../entries/queries.ts'
import { runFileCheck, runPublishedCheck } from './check-command.ts'
import { insertDocument } from './queries.ts'

const PDFS = 'test/fixtures/pdfs'
const MOTION = `${PDFS}/motion.pdf`
const STAMP = {
  case_number: '1:26-cv-00045-ABC',
  entry_number: '3',
  attachment_number: 0,
  filed_on: '2026-07-03',
  page_count: 5,
}

const UNREAD = { pages: 0, stamp: null }
const WHOLE = { page: null, box: null }

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(console, 'log').mockImplementation((text) => {
    printed += text
  })
  return () => vi.restoreAllMocks()
})
const printedFiles = () => JSON.parse(printed).files

describe.each(['sqlite', 'postgres'] as const)('documents:check on %s', (dialect) => {
  let site: TestPlatform

  beforeAll(async () => {
    site = await createTestPlatform(dialect)
    const { db, files } = site.platform
    await db.updateTable('case_settings').set({ case_number: '1:26-cv-00045' }).execute()
    const { key, sha256, bytes, path } = await offerBytes(files, readFileSync(MOTION))
    await files.store(key, path)
    const stored = { sha256, storage_key: key, byte_size: bytes.length }
    const motion = { ...stored, file_name: 'motion.pdf', title: 'Motion to Compel' }
    const lost = { file_name: 'lost.pdf', title: 'Lost', storage_key: storageKey('ab'.repeat(32)) }
    for (const [index, row] of [motion, motion, motion, lost].entries()) {
      const status = index === 2 ? 'draft' : 'published'
      const fields = entryRow({ number: index + 3, filed_on: '2026-07-03', status })
      const { id } = await insertEntry(db, fields)
      await insertDocument(db, documentRow({ entry_id: id, ...row }))
    }
  })
  afterAll(() => site.dispose())

  test('checks what is published, and reports a missing file', async () => {
    expect(await runPublishedCheck(site.platform, true)).toBe(1)
    const duplicate = { kind: 'duplicate', text: 'Same file as No. 4, Motion to Compel.' }
    const motion = { name: 'motion.pdf', document_id: 1, pages: 5, stamp: STAMP }
    const mismatch = { kind: 'mismatch', ...WHOLE, text: 'Stamped Document 3; this entry is 4.' }
    expect(printedFiles()).toMatchObject([
      { ...motion, findings: [duplicate] },
      { document_id: 2, findings: [mismatch, { kind: 'duplicate' }] },
      { ...UNREAD, name: 'lost.pdf', document_id: 4, findings: [{ kind: 'unreadable' }] },
    ])
  })

  test('knows this site’s case and documents when it checks a file', async () => {
    expect(await runFileCheck(() => site.platform.config, [MOTION], true)).toBe(1)
    const text = 'Same file as No. 3, Motion to Compel; No. 4, Motion to Compel.'
    expect(printedFiles()).toMatchObject([{ findings: [{ kind: 'duplicate', text }] }])
  })
})

describe('documents:check without a site', () => {
  const nowhere = () => ({ databaseUrl: 'sqlite:/nowhere/docket.db' })

  test('reads files in order, and creates nothing', async () => {
    const text =
      'This is not a PDF. Open the original in the program that created it, save it as a PDF, and add that file.'
    const input = [`${PDFS}/order.pdf`, MOTION, 'package.json']
    expect(await runFileCheck(nowhere, input, true)).toBe(1)
    expect(printedFiles()).toEqual([
      expect.objectContaining({ name: 'order.pdf', pages: 2 }),
      { name: 'motion.pdf', pages: 5, stamp: STAMP, findings: [] },
      { ...UNREAD, name: 'package.json', findings: [{ kind: 'unreadable', ...WHOLE, text }] },
    ])
    expect(existsSync('/nowhere')).toBe(false)
  })

  test('needs no settings', async () => {
    const unconfigured = () => {
      throw new Error('PORT is wrong')
    }
    expect(await runFileCheck(unconfigured, [MOTION], true)).toBe(0)
  })

  test('prints lines for a person; reports a missing file and reads the rest', async () => {
    expect(await runFileCheck(nowhere, ['none.pdf', `${PDFS}/scan.pdf`, MOTION], false)).toBe(1)
    expect(printed.split('\n')).toEqual([
      'none.pdf: 1 finding',
      '  Could not be checked: This file could not be read: there is no such file.',
      'scan.pdf: 1 finding',
      expect.stringMatching(/^ {2}No text: Scanned without text/),
      'motion.pdf: 0 findings',
    ])
  })
})
