import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Document, Schema } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { insertCorrections, insertVersion } from '../../corrections/queries.ts'
import { documentCorrections, wasPublic } from '../../corrections/rules.ts'
import { lockEntry, recordEntryEvent } from '../entries/queries.ts'
import { type AcceptedFile, storeFiles } from './accept-files.ts'
import { named, numberTakenReason, openEntry, storedFile } from './add-documents.ts'
import {
  findDocument,
  indexEntry,
  indexPages,
  listDocuments,
  savePositions,
  updateDocument,
} from './queries.ts'

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
    await makeNumberFree(trx, before, change)
    await saveChange(trx, before, { ...change, at })
    const after = openDocument(await findDocument(trx, id))
    const now = await listDocuments(trx, [entryId])
    if (wasPublic(entry)) await markCorrected(trx, { before: all, now, at })
    const moved = { from: placeAmong(all, id), to: placeAmong(now, id) }
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
  { attachmentNumber: wanted, swapNumbers }: DocumentChange,
): Promise<void> {
  const others = await listDocuments(trx, [document.entry_id])
  const holder = others.find((one) => one.attachment_number === wanted && one.id !== document.id)
  if (!holder || wanted === undefined) return
  if (!swapNumbers) throw new NumberHeldError(wanted, holder)
  // Over a number that nobody has, because two documents may not share one even for a moment.
  await updateDocument(trx, document.id, { attachment_number: -document.id })
  await updateDocument(trx, holder.id, { attachment_number: document.attachment_number })
}

async function saveChange(
  trx: Transaction<Schema>,
  document: Document,
  { title, attachmentNumber, position, file, at }: DocumentChange & { at: number },
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
  { before, now, at }: { before: readonly Document[]; now: readonly Document[]; at: number },
): Promise<void> {
  for (const earlier of before) {
    const { id: documentId, entry_id: entryId, sha256 } = earlier
    const after = now.find((one) => one.id === documentId) ?? earlier
    const corrections = documentCorrections(earlier, after)
    await insertCorrections(trx, { entryId, documentId, corrections, at })
    if (after.sha256 !== sha256) await insertVersion(trx, earlier, at)
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

/** Changes with what a form shows; not with the place, which others move. */
export function documentVersion(document: Document): string {
  const { title, attachment_number, sha256 } = document
  return createHash('sha256')
    .update(JSON.stringify([title, attachment_number, sha256]))
    .digest('base64url')
    .slice(0, 16)
}

/** 1 is the first; a stored position says only what comes before what, and imported ones begin at 0. */
export function placeAmong(ordered: readonly Pick<Document, 'id'>[], id: number): number {
  const index = ordered.findIndex((document) => document.id === id)
  return (index < 0 ? ordered.length : index) + 1
}

/**
 * The order after one document was moved.
 * @param position 1 is the first; beyond the last is the last
 */
export function moveTo<T extends Pick<Document, 'id'>>(
  documents: readonly T[],
  id: number,
  position: number,
): T[] {
  const moved = documents.find((document) => document.id === id)
  if (!moved) return [...documents]
  const others = documents.filter((document) => document.id !== id)
  return others.toSpliced(position - 1, 0, moved)
}
