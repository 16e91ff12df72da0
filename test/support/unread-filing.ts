import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { claimFilingReading, saveFilingReading } from '../../src/features/filings/lease-queries.ts'
import { openFiling } from '../../src/features/filings/open-filing.ts'
import { listFilingDocuments } from '../../src/features/filings/queries.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { clerk } from './delivery.ts'
import { NOTHING_READ } from './nothing-read.ts'

/** A filing whose files, which are no real PDFs, nobody has begun to read. */
export async function openUnread(platform: Platform, names: readonly string[]) {
  const pdfs = []
  for (const name of names) {
    const path = await platform.files.incomingPath()
    const bytes = Buffer.from(`%PDF-1.7 ${name}`)
    await writeFile(path, bytes)

    const file = { name, path, sha256: hash('sha256', bytes), byteSize: bytes.length }
    pdfs.push({ ...file, field: 'documents', tooLarge: false })
  }
  return openFiling(platform, { pdfs, refused: [], docketText: '', by: clerk })
}

/** As another process that has claimed the filing at `now`, and has read its first file. */
export async function readFirstFile({ db }: Platform, id: number, now: number): Promise<void> {
  await claimFilingReading(db, id, now)
  const [first] = await listFilingDocuments(db, id)
  const read = { reading: JSON.stringify(NOTHING_READ), pages: '[]' }
  if (first) await saveFilingReading(db, first, read)
}
