import type { Document } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { removePages } from '../../../platform/search/page-index.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { lockEntry, recordEntryEvent } from '../entries/queries.ts'
import type { PdfInspector } from '../inspection/inspect-pdf.ts'
import { readPages } from '../inspection/read-again.ts'
import { named, openEntry, placeAdded } from './add-documents.ts'
import {
  findDocument,
  indexEntry,
  indexPages,
  listDocuments,
  savePositions,
  textPages,
  updateDocument,
} from './queries.ts'

/** Takes a document out of every public place at once; it can be restored. Again changes nothing. */
export async function deleteDocument(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, by }: { id: number; by: Actor },
): Promise<Document> {
  return db.transaction().execute(async (trx) => {
    const found = await findDocument(trx, id)
    if (!found) throw new NotFoundError('There is no such document.')
    const { entry_id: entryId } = found
    const at = clock()
    openEntry(await lockEntry(trx, entryId, at))
    const document = (await findDocument(trx, id)) ?? found
    if (document.deleted_at !== null) return document
    await updateDocument(trx, id, { deleted_at: at, updated_at: at })
    // Nobody may find the entry by the words of a document that was taken out (PROMISES 17).
    await removePages(trx, id)
    await savePositions(trx, await listDocuments(trx, [entryId]))
    await indexEntry(trx, entryId)
    const event = { entryId, action: 'document.deleted', details: named(document), at }
    await recordEntryEvent(trx, by, event)
    return document
  })
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
  { id, by }: { id: number; by: Actor },
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
    const text_pages = textPages(pages)
    await updateDocument(trx, id, { deleted_at: null, updated_at: at, text_pages })
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
