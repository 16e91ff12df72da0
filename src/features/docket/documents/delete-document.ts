import type { Document } from '../../../platform/database/schema.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import type { Deps, StoringDeps } from '../../../platform/platform.ts'
import { removePages } from '../../../platform/search/search-index.ts'
import type { PdfInspector } from '../../checks/inspect-pdf.ts'
import { withRecognized } from '../../recognition/queries.ts'
import { recordEntryEvent } from '../entries/queries.ts'
import { describeDocument } from './add-documents.ts'
import { type ChosenDocument, lockDocument, requireDocument } from './change-document.ts'
import { decideBeforePublication } from './findings.ts'
import {
  findDocument,
  indexEntry,
  indexPages,
  listDocuments,
  savePositions,
  textPages,
  updateDocument,
} from './queries.ts'
import { readPages } from './rebuild-search-index.ts'

export async function deleteDocument({ db, clock }: Deps, { id, by }: ChosenDocument) {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const { document } = await lockDocument(trx, id, at)
    if (document.deleted_at !== null) return document
    const entryId = document.entry_id
    await updateDocument(trx, id, { deleted_at: at, updated_at: at })
    // Nobody may find the entry by the words of a deleted document (PROMISES 17).
    await removePages(trx, id)
    await savePositions(trx, await listDocuments(trx, [entryId]))
    await indexEntry(trx, entryId)
    const event = { entryId, action: 'document.deleted', details: describeDocument(document), at }
    await recordEntryEvent(trx, by, event)
    return document
  })
}

/** Restoring a document that is not deleted changes nothing. @throws ConflictError if its number is taken */
export async function restoreDocument(
  { db, files, clock }: StoringDeps,
  inspector: Pick<PdfInspector, 'inspect'>,
  { id, by }: ChosenDocument,
): Promise<Document> {
  const deleted = requireDocument(await findDocument(db, id))
  if (deleted.deleted_at === null) return deleted
  // Its text was removed from the search index when it was deleted.
  const pages = await withRecognized(db, id, await readPages(files, inspector, deleted))
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const { document, entry } = await lockDocument(trx, id, at)
    if (document.deleted_at === null) return document
    const entryId = document.entry_id
    const others = await listDocuments(trx, [entryId])
    const holder = others.find((one) => one.attachment_number === document.attachment_number)
    if (holder) {
      throw new ConflictError(
        `${describeDocument(document)} cannot be restored: its number now belongs to “${holder.title}”. First give that document another number.`,
      )
    }
    const text_pages = textPages(pages)
    await updateDocument(trx, id, { deleted_at: null, updated_at: at, text_pages })
    const request = { entry, documents: [document], reason: undefined, by, at }
    await decideBeforePublication(trx, request)
    await savePositions(trx, others.toSpliced(document.position - 1, 0, document))
    await indexPages(trx, document, pages)
    await indexEntry(trx, entryId)
    const event = { entryId, action: 'document.restored', details: describeDocument(document), at }
    await recordEntryEvent(trx, by, event)
    return document
  })
}
