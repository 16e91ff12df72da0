import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inDatabaseOf } from '../support/database-of.ts'
import { importRecap } from '../support/import-recap.ts'
import { writeLargePdf } from '../support/large-pdf.ts'
import { firefox, openInFirefox, readWithPdfJs } from '../support/pdf-viewers.ts'
import { newDataFolder, startDocket } from '../support/run-docket.ts'
import { runningSite } from '../support/running-site.ts'

/* Viewers that request a document whole and in ranges: one view is one download (docs/decisions/035). */

/** Below and above 128 kB, from which pdf.js requests ranges. */
const SIZES = [40_000, 300_000, 3_000_000, 11_000_000]

const site = runningSite(async () => {
  const folder = newDataFolder()
  mkdirSync(join(folder, 'pdfs'))
  // The first four are for one viewer, the rest for the other.
  const documents = [...SIZES, ...SIZES].map((size, index) => ({ size, number: index + 1 }))
  for (const { size, number } of documents) {
    await writeLargePdf(join(folder, 'pdfs', `${number}.pdf`), size)
  }
  const entries = documents.map(({ number }) => ({
    document_number: String(number),
    date_filed: '2026-07-30',
    description: `EXHIBIT ${number}`,
  }))
  await importRecap(folder, entries)
  return startDocket({}, folder)
})

const downloadOf = (id: number) => `${site.docket.url}/api/documents/${id}/download`

function countRecords(id: number): Promise<number> {
  return inDatabaseOf(site.docket.folder, async (db) => {
    const rows = db.selectFrom('document_accesses').select('id').where('document_id', '=', id)
    return (await rows.execute()).length
  })
}

/** Waits a moment, in which an unwanted record would appear. */
async function expectOneEach(ids: number[]): Promise<void> {
  for (const id of ids) await expect.poll(() => countRecords(id), { timeout: 50_000 }).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await Promise.all(ids.map(countRecords))).toEqual(ids.map(() => 1))
}

it('pdf.js with its defaults: one download each', async () => {
  for (const id of [1, 2, 3, 4]) await readWithPdfJs(downloadOf(id))
  await expectOneEach([1, 2, 3, 4])
})

it.skipIf(!firefox)(
  'Firefox’s own viewer: one download each',
  async () => {
    openInFirefox([5, 6, 7, 8].map(downloadOf))
    await expectOneEach([5, 6, 7, 8])
  },
  120_000,
)

it.runIf(!firefox)('Firefox is not installed: its viewer was not tried', () => {})
