import { createBackgroundTask } from '../../platform/background-task.ts'
import type { Platform } from '../../platform/platform.ts'
import { putPage } from '../../platform/search/search-index.ts'
import { createPdfInspector, type PdfInspector } from '../checks/inspect-pdf.ts'
import { withStoredFile } from '../docket/documents/store-files.ts'
import { lockEntryVersion } from '../docket/entries/queries.ts'
import * as queries from './queries.ts'

/** How long it pauses before it looks for waiting pages again. */
const POLL_MS = 15_000

/**
 * Recognizes the text of scanned pages in the background, one at a time, in a separate low-priority process. Each page
 * is committed separately, so that it can be stopped at any time.
 */
export function createScanReader(
  { config, db, files, log }: Pick<Platform, 'config' | 'db' | 'files' | 'log'>,
  inspector: Pick<PdfInspector, 'recognize' | 'close'> = createPdfInspector({ processes: 1 }),
) {
  const { signal, ...task } = createBackgroundTask(readWaiting, {
    everyMs: POLL_MS,
    onError: (err) => log.warn({ err }, 'scans could not be read'),
  })

  async function readWaiting(): Promise<void> {
    // A document that cannot be read, perhaps because its file is missing, must not hold up the others.
    const failed: number[] = []
    while (!signal.aborted) {
      const document = await queries.findNextScan(db, failed)
      if (!document) return
      try {
        await withStoredFile(files, document, (path) => readDocument(document, path))
      } catch (error) {
        if (signal.aborted) return
        failed.push(document.id)
        log.warn({ err: error, document: document.id }, 'a scan could not be read')
      }
    }
  }

  async function readDocument(document: queries.ScannedDocument, path: string): Promise<void> {
    for (const page of await queries.listWaitingPages(db, document.id)) {
      if (signal.aborted) return
      await keep(document, { page, text: await inspector.recognize(path, page) })
    }
  }

  async function keep(document: queries.ScannedDocument, read: { page: number; text: string }) {
    const { id: documentId, entry_id: entryId } = document
    await db.transaction().execute(async (trx) => {
      await lockEntryVersion(trx, entryId)
      if (!(await queries.saveRecognized(trx, document, read)) || read.text === '') return
      await putPage(trx, { ownerId: entryId, documentId, ...read })
      await queries.countTextPages(trx, documentId)
    })
  }

  return {
    start(): void {
      if (config.documentRecognition) task.start()
    },
    async stop(): Promise<void> {
      const stopped = task.stop()
      await inspector.close()
      await stopped
    },
  }
}
