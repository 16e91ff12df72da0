import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { COVER_CASES, writeCoverPdf } from '../../../test/support/covered-pdfs.ts'
import { findCovered } from './covered-text.ts'
import { openPdf } from './pdfium.ts'

const folder = mkdtempSync(join(tmpdir(), 'docket-covered-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('there are at least 60 pages to measure by', () => {
  expect(COVER_CASES.length).toBeGreaterThanOrEqual(60)
})

test.each(COVER_CASES)('$name', async (page) => {
  const path = join(folder, 'page.pdf')
  await writeCoverPdf(path, page)
  const pdf = await openPdf(path)
  const { covered } = pdf?.withPage(1, findCovered) ?? {}
  pdf?.close()
  expect(covered?.map(({ text }) => text)).toEqual(page.covered)
})
