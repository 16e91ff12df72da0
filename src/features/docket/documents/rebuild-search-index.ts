import type { Document } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { showProgress } from '../../../platform/show-progress.ts'
import { counted } from '../../../shared/number-rules.ts'
import { createPdfInspector, type PdfInspector } from '../../checks/inspect-pdf.ts'
import { withRecognized } from '../../recognition/queries.ts'
import { listEvery, lockEntryVersion } from '../entries/queries.ts'
import { indexEntry, indexPages, markRead, textPages } from './queries.ts'
import { withStoredFile } from './store-files.ts'

type Inspector = Pick<PdfInspector, 'inspect'>

/** `search:rebuild`. @returns 1 if a document could not be read; the others were */
export async function runSearchRebuild(platform: Platform): Promise<number> {
  const inspector = createPdfInspector()
  try {
    const { read, failed } = await rebuildSearchIndex(platform, inspector)
    console.log(`${counted(read, 'document')} read; ${failed} could not be read.`)
    return failed > 0 ? 1 : 0
  } finally {
    await inspector.close()
  }
}

/** Indexes every stored PDF and entry again. Each is committed separately, so that it can be stopped at any time. */
export async function rebuildSearchIndex(
  platform: Pick<Platform, 'db' | 'files' | 'log'>,
  inspector: Inspector,
) {
  const { db, log } = platform
  const summary = { read: 0, failed: 0 }
  const showDone = showProgress('documents')
  const stored = await listEvery(db, 'documents')
  const documents = stored.filter(({ deleted_at }) => deleted_at === null)
  for (const document of documents.toReversed()) {
    try {
      const pages = await readPages(platform, inspector, document)
      await db.transaction().execute(async (trx) => {
        await lockEntryVersion(trx, document.entry_id)
        // The file may have been replaced, or the document deleted, while it was read.
        const isRead = await markRead(trx, document, textPages(pages))
        if (isRead) await indexPages(trx, document, pages)
      })
      summary.read += 1
    } catch (error) {
      summary.failed += 1
      log.error({ err: error, document: document.id }, 'the document could not be read again')
    }
    showDone(summary.read + summary.failed, documents.length)
  }
  for (const { id } of await listEvery(db, 'entries')) {
    await db.transaction().execute((trx) => indexEntry(trx, id))
  }
  return summary
}

/** The text of each page, recognized text included; empty if the document can no longer be opened. */
export async function readPages(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  inspector: Inspector,
  document: Document,
) {
  const inspection = await withStoredFile(files, document, (path) =>
    inspector.inspect(path, document.file_name),
  )
  return inspection.accepted ? withRecognized(db, document.id, inspection.pages) : []
}
