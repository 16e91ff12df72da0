import type { Document } from '../../../platform/database/schema.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { Platform } from '../../../platform/platform.ts'
import { showProgress } from '../../../platform/show-progress.ts'
import { counted } from '../../../shared/number-rules.ts'
import { createPdfInspector, type PdfInspector } from '../../checks/inspect-pdf.ts'
import { withRecognized } from '../../recognition/queries.ts'
import { listEvery, lockEntryVersion } from '../entries/queries.ts'
import { indexEntry, indexPages, markRead, textPages } from './queries.ts'
import { type NamedFile, withStoredFile } from './store-files.ts'

/** `search:rebuild`. @returns 1 if a document could not be read; the others were */
export async function runSearchRebuild(platform: Platform): Promise<number> {
  const inspector = createPdfInspector()
  try {
    const onProgress = showProgress('documents')
    const { read, failed } = await rebuildSearchIndex(platform, inspector, onProgress)
    console.log(`${counted(read, 'document')} read; ${failed} could not be read.`)
    return failed > 0 ? 1 : 0
  } finally {
    await inspector.close()
  }
}

type RebuildDeps = Pick<Platform, 'db' | 'files' | 'log'>
type Inspector = Pick<PdfInspector, 'inspect'>

/** Indexes every stored PDF and entry again. Each is committed separately, so that it can be stopped at any time. */
export async function rebuildSearchIndex(
  platform: RebuildDeps,
  inspector: Inspector,
  onProgress?: (done: number, total: number) => void,
) {
  const { db, log } = platform
  const summary = { read: 0, failed: 0 }
  const stored = await listEvery(db, 'documents')
  const documents = stored.filter(({ deleted_at }) => deleted_at === null)
  for (const document of documents.toReversed()) {
    try {
      await readOne(platform, inspector, document)
      summary.read += 1
    } catch (error) {
      summary.failed += 1
      log.error({ err: error, document: document.id }, 'the document could not be read again')
    }
    onProgress?.(summary.read + summary.failed, documents.length)
  }
  for (const { id } of await listEvery(db, 'entries')) {
    await db.transaction().execute((trx) => indexEntry(trx, id))
  }
  return summary
}

async function readOne({ db, files }: RebuildDeps, inspector: Inspector, document: Document) {
  const read = await readPages(files, inspector, document)
  const pages = await withRecognized(db, document.id, read)
  await db.transaction().execute(async (trx) => {
    await lockEntryVersion(trx, document.entry_id)
    // The file may have been replaced, or the document deleted, while it was read.
    if (!(await markRead(trx, document, textPages(pages)))) return
    await indexPages(trx, document, pages)
  })
}

/** The text of each page; empty if the document can no longer be opened. */
export async function readPages(files: Storage, inspector: Inspector, document: NamedFile) {
  const inspection = await withStoredFile(files, document, (path) =>
    inspector.inspect(path, document.file_name),
  )
  return inspection.accepted ? inspection.pages : []
}
