import type { Document } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { editableEntry } from '../entries/entry-rules.ts'
import { lockEntry, recordEntryEvent } from '../entries/queries.ts'
import { named } from './add-documents.ts'
import { openDocument } from './change-document.ts'
import { findDocument, updateDocument } from './queries.ts'

interface PinDocument {
  id: number
  isPinned: boolean
  by: Actor
}

/** Among the key documents, or no longer; what is so already changes nothing. */
export async function pinDocument(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, isPinned, by }: PinDocument,
): Promise<Document> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const { entry_id: entryId } = openDocument(await findDocument(trx, id))
    editableEntry(await lockEntry(trx, entryId, at))
    const document = openDocument(await findDocument(trx, id))
    if ((document.pinned_at !== null) === isPinned) return document
    await updateDocument(trx, id, { pinned_at: isPinned ? at : null })
    const action = isPinned ? 'document.pinned' : 'document.unpinned'
    await recordEntryEvent(trx, by, { entryId, action, details: named(document), at })
    return document
  })
}
