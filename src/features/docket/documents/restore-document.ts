import type { Document } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PdfInspector } from '../inspection/inspect-pdf.ts'
import { readPages } from '../inspection/read-again.ts'
import { named, openEntry } from './add-documents.ts'
import { indexEntry } from './index-entry.ts'
import { indexPages, textPages } from './index-pages.ts'
import { placeAdded } from './order-rules.ts'
import { findDocument, listDocuments, lockEntry, savePositions, updateDocument } from './queries.ts'
import { type Actor, recordEntryEvent } from './record-change.ts'

interface RestoreDocument {
  id: number
  by: Actor
}

/** The document's number is another one's by now. */
export class NumberNotFreeError extends ConflictError {}

/**
 * Brings a deleted document back under its id and link. Again changes nothing.
 * @throws NumberNotFreeError
 */
export async function restoreDocument(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  inspector: Pick<PdfInspector, 'inspect'>,
  { id, by }: RestoreDocument,
): Promise<Document> {
  const deleted = await findDocument(db, id)
  if (!deleted) throw new NotFoundError('There is no such document.')
  if (deleted.deleted_at === null) return deleted
  // Its words left the search when it was deleted.
  const pages = await readPages(files, inspector, deleted)
  return db.transaction().execute(async (trx) => {
    const { entry_id: entryId } = deleted
    const at = clock()
    openEntry(await lockEntry(trx, entryId, at))
    const document = (await findDocument(trx, id)) ?? deleted
    if (document.deleted_at === null) return document
    const others = await listDocuments(trx, [entryId])
    refuseTakenNumber(document, others)
    await updateDocument(trx, id, {
      deleted_at: null,
      updated_at: at,
      text_pages: textPages(pages),
    })
    await savePositions(trx, placeAdded(others, [document]))
    await indexPages(trx, document, pages)
    await indexEntry(trx, entryId)
    const event = { entryId, action: 'document.restored', details: named(document), at }
    await recordEntryEvent(trx, by, event)
    return document
  })
}

function refuseTakenNumber(document: Document, others: readonly Document[]): void {
  const number = document.attachment_number
  const holder = others.find((one) => one.attachment_number === number)
  if (!holder) return
  throw new NumberNotFreeError(
    `${named(document)} cannot be restored: its number now belongs to “${holder.title}”. First give that document another number.`,
  )
}
