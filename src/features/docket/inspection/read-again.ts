import type { Document } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { putWhole } from '../../../platform/search/whole-index.ts'
import { indexEntry } from '../documents/index-entry.ts'
import { indexPages, textPages } from '../documents/index-pages.ts'
import { holdEntry } from '../documents/queries.ts'
import type { PdfInspector } from './inspect-pdf.ts'
import { readPages } from './read-pages.ts'
import { countToRead, findNextToRead, listEntryIds, markRead } from './reading-queries.ts'

export interface ReadAgainSummary {
  read: number
  /** Of those, without any text: scans. */
  scanned: number
  /** Could not be read: see the log. */
  failed: number
}

type Reading = Pick<Platform, 'db' | 'files' | 'log'>

/**
 * Reads every stored PDF and entry for the search anew, one at a time, newest first; each is committed by itself, so that
 * it can be stopped at any moment. What a document said before is found until then.
 */
export async function readAgain(
  platform: Reading,
  inspector: Pick<PdfInspector, 'inspect'>,
  onProgress?: (done: number, total: number) => void,
): Promise<ReadAgainSummary> {
  const { db, log } = platform
  const summary: ReadAgainSummary = { read: 0, scanned: 0, failed: 0 }
  const total = await countToRead(db)
  let last: number | undefined
  for (;;) {
    const document = await findNextToRead(db, last)
    if (!document) break
    last = document.id
    try {
      const found = await readOne(platform, inspector, document)
      summary.read += 1
      if (found === 0) summary.scanned += 1
    } catch (error) {
      summary.failed += 1
      log.error({ err: error, document: document.id }, 'the document could not be read again')
    }
    onProgress?.(summary.read + summary.failed, total)
  }
  for (const id of await listEntryIds(db)) {
    await db.transaction().execute((trx) => indexEntry(trx, id))
  }
  return summary
}

/** @returns how many pages have text */
async function readOne(
  { db, files }: Reading,
  inspector: Pick<PdfInspector, 'inspect'>,
  document: Document,
): Promise<number> {
  const pages = await readPages(files, inspector, document)
  const count = textPages(pages)
  await db.transaction().execute(async (trx) => {
    await holdEntry(trx, document.entry_id)
    // The file may have been replaced, or the document deleted, while it was read.
    if (!(await markRead(trx, document, count))) return
    await indexPages(trx, document, pages)
    await putWhole(trx, document.entry_id)
  })
  return count
}
