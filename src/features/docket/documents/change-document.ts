import type { Transaction } from 'kysely'
import type { Document, Entry, Schema } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertCorrections, insertVersion } from '../../corrections/queries.ts'
import { documentCorrections, wasPublic } from '../../corrections/rules.ts'
import { type AcceptedFile, storeFiles } from './accept-files.ts'
import { named, openEntry, storedFile } from './add-documents.ts'
import { documentVersion } from './document-version.ts'
import { indexEntry } from './index-entry.ts'
import { indexPages } from './index-pages.ts'
import { moveTo, placeAmong } from './order-rules.ts'
import { numberTakenReason } from './plan-documents.ts'
import { findDocument, listDocuments, lockEntry, savePositions, updateDocument } from './queries.ts'
import { type Actor, recordEntryEvent } from './record-change.ts'

/** What is not given stays as it is. */
export interface DocumentChange {
  title?: string | undefined
  attachmentNumber?: number | undefined
  /** Its place among the entry's documents; 1 is the first. */
  position?: number | undefined
  /** Takes the place of the file; id and link stay. */
  file?: AcceptedFile | undefined
  /** Whether a document that has the number already gets this one's instead of a refusal. */
  swapNumbers?: boolean | undefined
}

interface ChangeDocument {
  id: number
  change: DocumentChange
  /** `documentVersion` of what whoever changes it has seen; undefined: changed without looking. */
  version?: string | undefined
  by: Actor
}

/** Somebody else changed the document since it was read. */
export class StaleDocumentError extends ConflictError {
  constructor() {
    super('This document was changed by someone else while you were editing it.', 'stale')
  }
}

/** The number is another document's of the same entry; the two can swap theirs. */
export class NumberHeldError extends InvalidError {
  constructor(number: number, holder: Document) {
    const reason = numberTakenReason(number, holder.title)
    super(reason, { attachment_number: [reason] }, 'number_taken')
  }
}

/** @throws NotFoundError, ConflictError where it is deleted, StaleDocumentError, NumberHeldError */
export async function changeDocument(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  { id, change, version, by }: ChangeDocument,
): Promise<Document> {
  const found = openDocument(await findDocument(db, id))
  const { entry_id: entryId } = found
  refuseStale(found, version)
  if (change.file) await storeFiles(files, [change.file])
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const entry = openEntry(await lockEntry(trx, entryId, at))
    const all = await listDocuments(trx, [entryId])
    const before = openDocument(await findDocument(trx, id))
    refuseStale(before, version)
    if (change.attachmentNumber !== undefined) {
      await makeNumberFree(trx, before, change.attachmentNumber, change.swapNumbers ?? false)
    }
    await saveChange(trx, before, change, at)
    const after = openDocument(await findDocument(trx, id))
    await markCorrected(trx, entry, all, at)
    const moved = {
      from: placeAmong(all, id),
      to: placeAmong(await listDocuments(trx, [entryId]), id),
    }
    await recordEntryEvent(trx, by, { entryId, ...describeChange(before, after, moved), at })
    return after
  })
}

function refuseStale(document: Document, version: string | undefined): void {
  if (version !== undefined && version !== documentVersion(document)) throw new StaleDocumentError()
}

/** @throws NotFoundError, or ConflictError where it is deleted */
export function openDocument<T extends Document>(document: T | undefined): T {
  if (!document) throw new NotFoundError('There is no such document.')
  if (document.deleted_at !== null) {
    throw new ConflictError('This document is deleted. Restore it before changing it.')
  }
  return document
}

async function makeNumberFree(
  trx: Transaction<Schema>,
  document: Document,
  wanted: number,
  swap: boolean,
): Promise<void> {
  const others = await listDocuments(trx, [document.entry_id])
  const holder = others.find((one) => one.attachment_number === wanted && one.id !== document.id)
  if (!holder) return
  if (!swap) {
    throw new NumberHeldError(wanted, holder)
  }
  // Over a number that nobody has, because two documents may not share one even for a moment.
  await updateDocument(trx, document.id, { attachment_number: -document.id })
  await updateDocument(trx, holder.id, { attachment_number: document.attachment_number })
}

async function saveChange(
  trx: Transaction<Schema>,
  document: Document,
  { title, attachmentNumber, position, file }: DocumentChange,
  at: number,
): Promise<void> {
  const { id, entry_id: entryId } = document
  await updateDocument(trx, id, {
    title: title ?? document.title,
    attachment_number: attachmentNumber ?? document.attachment_number,
    ...(file && storedFile(file)),
    updated_at: at,
  })
  if (position !== undefined) {
    await savePositions(trx, moveTo(await listDocuments(trx, [entryId]), id, position))
  }
  if (file) await indexPages(trx, document, file.pages)
  await indexEntry(trx, entryId)
}

/** What everyone could see before is marked; two documents that swapped their numbers are both. */
async function markCorrected(
  trx: Transaction<Schema>,
  entry: Entry,
  before: readonly Document[],
  at: number,
): Promise<void> {
  if (!wasPublic(entry)) return
  const entryId = entry.id
  const now = new Map((await listDocuments(trx, [entryId])).map((one) => [one.id, one]))
  for (const earlier of before) {
    const after = now.get(earlier.id) ?? earlier
    const corrections = documentCorrections(earlier, after)
    await insertCorrections(trx, { entryId, documentId: earlier.id, corrections, at })
    if (after.sha256 !== earlier.sha256) await insertVersion(trx, earlier, at)
  }
}

function describeChange(before: Document, after: Document, moved: { from: number; to: number }) {
  const isReplaced = before.sha256 !== after.sha256
  const parts = [
    named(before) !== named(after) && `now ${named(after)}`,
    moved.from !== moved.to && `moved to place ${moved.to}`,
    isReplaced && `file replaced by ${after.file_name}`,
  ].filter((part) => part !== false)
  return {
    action: isReplaced ? 'document.replaced' : 'document.changed',
    details: [named(before), ...parts].join(', '),
  }
}
