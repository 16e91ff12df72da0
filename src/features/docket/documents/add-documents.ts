import type { Transaction } from 'kysely'
import type { Document, Entry, Schema } from '../../../platform/database/schema.ts'
import { storageKey } from '../../../platform/files/storage.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AcceptedFile, type RefusedFile, refusedSentence, storeFiles } from './accept-files.ts'
import { indexEntry } from './index-entry.ts'
import { indexPages, textPages } from './index-pages.ts'
import { placeAdded } from './order-rules.ts'
import { type OfferedFile, type PlannedFile, planDocuments } from './plan-documents.ts'
import {
  findEntryOfDocuments,
  insertDocument,
  listDocuments,
  lockEntry,
  savePositions,
} from './queries.ts'
import { type Actor, recordEntryEvent } from './record-change.ts'

interface AddDocuments {
  entryId: number
  files: readonly OfferedFile[]
  by: Actor
}

/**
 * Adds the files to an entry; those whose chosen number is taken are refused, the others stay.
 * @throws NotFoundError, or ConflictError where the entry is deleted
 */
export async function addDocuments(
  { db, files: storage, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  { entryId, files, by }: AddDocuments,
): Promise<{ added: Document[]; refused: RefusedFile[] }> {
  const entry = openEntry(await findEntryOfDocuments(db, entryId))
  const planned = planDocuments(files, entry, await listDocuments(db, [entryId]))
  const offered = files.filter((file) => planned.accepted.some(({ path }) => path === file.path))
  if (offered.length === 0) return { added: [], refused: planned.refused }
  await storeFiles(storage, offered)
  const added = await db.transaction().execute(async (trx) => {
    const at = clock()
    const current = openEntry(await lockEntry(trx, entryId, at))
    // Again under the lock: uploads of one entry may arrive side by side.
    const plan = planDocuments(offered, current, await listDocuments(trx, [entryId]))
    if (plan.refused.length > 0) throw new ConflictError(refusedSentence(plan.refused))
    return insertDocuments(trx, { entryId, files: plan.accepted, by, at })
  })
  return { added, refused: planned.refused }
}

/** @throws NotFoundError, or ConflictError where the entry is deleted */
export function openEntry(entry: Entry | undefined): Entry {
  if (!entry) throw new NotFoundError('There is no such docket entry.')
  if (entry.deleted_at !== null) {
    throw new ConflictError('This entry is deleted. Restore it before changing its documents.')
  }
  return entry
}

interface InsertDocuments {
  entryId: number
  /** Stored already. */
  files: readonly PlannedFile[]
  by: Actor
  /** Milliseconds. */
  at: number
}

/** The rows of files that are already stored, within the transaction of whoever adds them. */
export async function insertDocuments(
  trx: Transaction<Schema>,
  { entryId, files, by, at }: InsertDocuments,
): Promise<Document[]> {
  const existing = await listDocuments(trx, [entryId])
  const added: Document[] = []
  for (const [index, file] of files.entries()) {
    const document = await insertDocument(trx, {
      entry_id: entryId,
      attachment_number: file.attachmentNumber,
      title: file.title,
      position: existing.length + index + 1,
      ...storedFile(file),
      created_at: at,
      updated_at: at,
    })
    await indexPages(trx, document, file.pages)
    await recordEntryEvent(trx, by, {
      entryId,
      action: 'document.added',
      details: named(document),
      at,
    })
    added.push(document)
  }
  await savePositions(trx, placeAdded(existing, added))
  await indexEntry(trx, entryId)
  return added
}

/** The columns that say which file a document is. */
export function storedFile({ name, sha256, byteSize, pageCount, pages }: AcceptedFile) {
  return {
    file_name: name,
    storage_key: storageKey(sha256),
    sha256,
    byte_size: byteSize,
    page_count: pageCount,
    text_pages: textPages(pages),
  }
}

/** As the entry's history names a document. */
export function named({ attachment_number, title }: Pick<Document, 'attachment_number' | 'title'>) {
  return attachment_number === 0
    ? `“${title}” (main document)`
    : `“${title}” (attachment ${attachment_number})`
}
