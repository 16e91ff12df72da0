import { isDeepStrictEqual } from 'node:util'
import type { Document, Entry } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError, requireFound } from '../../../platform/http/errors.ts'
import type { Deps, StoringDeps } from '../../../platform/platform.ts'
import * as corrections from '../../corrections/queries.ts'
import { documentCorrections, isCorrection } from '../../corrections/rules.ts'
import { forgetScans } from '../../recognition/queries.ts'
import {
  type Chosen,
  type Edit,
  lockEditable,
  recordEdit,
  requireEditable,
  runEdit,
  StaleError,
} from '../entries/edit.ts'
import { findEntry } from '../entries/queries.ts'
import type { AcceptedFile } from './accept-files.ts'
import { describeDocument, numberTakenReason, recordDocument, storedFile } from './add-documents.ts'
import type { DocumentFields } from './document-fields.ts'
import { addUnclaimedFiles } from './file-queries.ts'
import { decideBeforePublication, recordFindings, refuseDisclosures } from './findings.ts'
import { findDocument, indexPages, listDocuments, saveOrder, updateDocument } from './queries.ts'
import { storeFiles } from './store-files.ts'

interface ChangeDocument extends Chosen {
  change: DocumentFields & { file?: AcceptedFile | undefined }
  reason?: string | undefined
  /** Its `updated_at` when the form was opened; undefined means no check. */
  version?: number | undefined
}

export async function changeDocument(
  { db, files, clock }: StoringDeps,
  { id, change, reason, version, by }: ChangeDocument,
): Promise<Document> {
  const { entry_id: entryId } = requireCurrentDocument(await findDocument(db, id), version)
  const { file, position, ...fields } = change
  const { status } = requireEditable(await findEntry(db, entryId))
  if (file) {
    refuseDisclosures([file], { status, reason })
    await storeFiles({ db, files }, [file])
  }
  return runEdit({ db, clock }, by, async (edit) => {
    const { trx } = edit
    const { entry, document } = await lockDocument(edit, id)
    requireCurrentDocument(document, version)
    const before = await listDocuments(trx, [entryId])
    refuseTaken(before, document, fields.attachment_number)
    const columns = { ...fields, ...(file && storedFile(file)) }
    const changed = before.map((one) => (one.id === id ? { ...one, ...columns } : one))
    const wanted = position === undefined ? changed : moveTo(changed, id, position)
    await saveDocuments(edit, entry, { before, wanted })
    const after = requireActiveDocument(await findDocument(trx, id))
    if (!file) return after
    await addUnclaimedFiles(trx, [document.storage_key])
    await forgetScans(trx, id)
    await indexPages(trx, after, file.pages)
    await recordFindings(trx, { document: after, entry, file })
    await decideBeforePublication(edit, entry, { documents: [after], reason })
    return after
  })
}

function requireCurrentDocument(row: Document | undefined, version: number | undefined) {
  const document = requireActiveDocument(row)
  if (version !== undefined && version !== document.updated_at) throw new StaleError('document')
  return document
}

export const requireDocument = <T extends Document>(row: T | undefined) =>
  requireFound(row, 'There is no such document.')

export function requireActiveDocument<T extends Document>(row: T | undefined): T {
  const document = requireDocument(row)
  if (document.deleted_at === null) return document
  throw new ConflictError('This document is deleted. Restore it before changing it.')
}

/** The document and its entry, which nobody else can change until the transaction ends. */
export async function lockDocument(edit: Edit, id: number) {
  const { entry_id } = requireDocument(await findDocument(edit.trx, id))
  const entry = await lockEditable(edit, entry_id)
  return { entry, document: requireDocument(await findDocument(edit.trx, id)) }
}

function refuseTaken(all: readonly Document[], { id }: Document, wanted: number | undefined): void {
  const holder = all.find((one) => one.attachment_number === wanted && one.id !== id)
  if (!holder) return
  const reason = numberTakenReason(holder.attachment_number, holder.title)
  throw new InvalidError(reason, { attachment_number: [reason] }, 'number_taken')
}

interface SaveDocuments {
  before: readonly Document[]
  /** The same ones as they are to be, in order. */
  wanted: readonly Document[]
}

/** The one place that changes titles, numbers, order, and files of documents. */
export async function saveDocuments(edit: Edit, entry: Entry, { before, wanted }: SaveDocuments) {
  const { trx, at } = edit
  const changed = wanted.flatMap((document) => {
    const from = before.find(({ id }) => id === document.id) ?? document
    return isDeepStrictEqual(from, document) ? [] : [{ from, to: document }]
  })
  // First to unused numbers: two documents may not share one even for a moment.
  for (const { from } of changed) {
    await updateDocument(trx, from.id, { attachment_number: -from.id })
  }
  for (const { to } of changed) {
    const { id, ...columns } = to
    await updateDocument(trx, id, { ...columns, updated_at: at })
  }
  const isMoved = wanted.some(({ id }, index) => id !== before[index]?.id)
  await saveOrder(trx, entry.id, wanted)
  await markCorrected(edit, entry, changed)
  const events = changed.map(({ from, to }) => describeDocumentChange(from, to))
  const order = { action: 'documents.reordered', details: wanted.map(describeDocument).join(', ') }
  for (const event of isMoved ? [...events, order] : events) await recordEdit(edit, entry.id, event)
}

type ChangedDocument = Record<'from' | 'to', Document>

async function markCorrected({ trx, at }: Edit, entry: Entry, changed: readonly ChangedDocument[]) {
  if (!isCorrection(entry, { at, wasReliedOn: await corrections.wasReliedOn(trx, entry.id) }))
    return
  for (const { from, to } of changed) {
    const of = { entry_id: entry.id, document_id: from.id, corrected_at: at }
    await corrections.insertCorrections(trx, documentCorrections(from, to), of)
    if (from.sha256 === to.sha256) continue
    // While the entry is a draft, the file may never have been public.
    const isKnown = entry.status === 'published' || (await corrections.wasDownloaded(trx, from.id))
    if (isKnown) await corrections.insertVersion(trx, from, at)
  }
}

function describeDocumentChange(before: Document, after: Document) {
  const isReplaced = before.sha256 !== after.sha256
  const [was, is] = [describeDocument(before), describeDocument(after)]
  const file = isReplaced && `file replaced by ${after.file_name}`
  return {
    action: isReplaced ? 'document.replaced' : 'document.changed',
    details: [was, was !== is && `now ${is}`, file].filter(Boolean).join(', '),
  }
}

export function moveTo<T extends { id: number }>(all: readonly T[], id: number, position: number) {
  const moved = all.filter((one) => one.id === id)
  return all.filter((one) => one.id !== id).toSpliced(position - 1, 0, ...moved)
}

/** Adds it to the key documents or removes it; does nothing if that is already so. */
export const pinDocument = (deps: Deps, { id, isPinned, by }: Chosen & { isPinned: boolean }) =>
  runEdit(deps, by, async (edit) => {
    const document = requireActiveDocument((await lockDocument(edit, id)).document)
    if ((document.pinned_at !== null) === isPinned) return document
    await updateDocument(edit.trx, id, { pinned_at: isPinned ? edit.at : null })
    await recordDocument(edit, isPinned ? 'document.pinned' : 'document.unpinned', document)
    return document
  })
