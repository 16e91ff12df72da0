import type { Document } from '../../../platform/database/schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { removePages } from '../../../platform/search/page-index.ts'
import { named, openEntry } from './add-documents.ts'
import { indexEntry } from './index-entry.ts'
import { findDocument, listDocuments, lockEntry, savePositions, updateDocument } from './queries.ts'
import { type Actor, recordEntryEvent } from './record-change.ts'

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
