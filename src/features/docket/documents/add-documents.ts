import type { Transaction } from 'kysely'
import type { Document, Entry, Queryable, Schema } from '../../../platform/database/schema.ts'
import { storageKey } from '../../../platform/files/storage.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import type { StoringDeps } from '../../../platform/platform.ts'
import { readAttachments } from '../../../shared/attachment-rules.ts'
import { filingTitle } from '../../../shared/docket-text-rules.ts'
import {
  isGenericTitle,
  type NamedEntry,
  proposeNumbers,
  proposeTitle,
} from '../../../shared/naming-rules.ts'
import { ownStamp } from '../../checks/stamp-rules.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { type Chosen, type Edit, lockEditable, recordEdit, runEdit } from '../entries/edit.ts'
import {
  type AcceptedFile,
  type CheckedFiles,
  type OfferedFile,
  type RefusedFile,
  refusedSentence,
} from './accept-files.ts'
import { decideBeforePublication, recordFindings } from './findings.ts'
import { indexPages, insertDocument, listDocuments, saveOrder, textPages } from './queries.ts'
import { storeFiles } from './store-files.ts'

export type PlannedFile = AcceptedFile & { title: string; attachmentNumber: number }

/** Numbers and titles for the files of an entry, which has no id yet if it is new. */
export async function planDocuments(
  db: Queryable,
  files: readonly OfferedFile[],
  entry: DescribedEntry & { id?: number },
) {
  const existing = entry.id === undefined ? [] : await listDocuments(db, [entry.id])
  const { case_number: caseNumber } = await findCaseSettings(db)
  return planFiles(files, entry, { existing, caseNumber })
}

type TitledDocument = Pick<Document, 'attachment_number' | 'title'>

type DescribedEntry = Pick<Entry, 'number' | 'title' | 'description'>

export function planFiles(
  files: readonly OfferedFile[],
  { number, title, description }: DescribedEntry,
  { existing, caseNumber }: { existing: readonly TitledDocument[]; caseNumber: string },
): CheckedFiles<PlannedFile> {
  const entry = { number, title, attachments: readAttachments(description) }
  const holders = new Map(existing.map((one) => [one.attachment_number, one.title]))
  const refused: RefusedFile[] = []
  const kept = files.filter(({ name, attachmentNumber: number, title }) => {
    const holder = number === undefined ? undefined : holders.get(number)
    if (number === undefined) return true
    if (holder === undefined) holders.set(number, title || name)
    else refused.push({ name, reason: numberTakenReason(number, holder) })
    return holder === undefined
  })
  const used = new Set(holders.keys())
  const numbers = kept.map((file) => {
    const stamped = stampedNumber(file, entry, caseNumber)
    const free = stamped === undefined || used.has(stamped) ? undefined : stamped
    const number = file.attachmentNumber ?? free
    if (number !== undefined) used.add(number)
    return number
  })
  const names = kept.filter((_, index) => numbers[index] === undefined).map(({ name }) => name)
  const proposed = proposeNumbers(names, entry, [...used]).values()
  const accepted = kept.map((file, index) => {
    const attachmentNumber = numbers[index] ?? proposed.next().value ?? 0
    return { ...file, attachmentNumber, title: titleOf(file, attachmentNumber, entry) }
  })
  return { accepted, refused }
}

function stampedNumber({ reading }: OfferedFile, entry: NamedEntry, caseNumber: string) {
  const stamp = ownStamp(reading.stamps, caseNumber)
  return Number(stamp?.entryNumber) === entry.number ? stamp?.attachmentNumber : undefined
}

/** From the docket text or the file's name; where the name says nothing, from the first page. */
function titleOf({ name, title, reading }: OfferedFile, number: number, entry: NamedEntry): string {
  const proposed = title || proposeTitle(name, number, entry)
  return (!title && isGenericTitle(proposed) && filingTitle(reading.heading)) || proposed
}

export function numberTakenReason(number: number, holder: string): string {
  const what = number === 0 ? 'The main document (number 0)' : `Attachment number ${number}`
  return `${what} is already “${holder}”. Choose another number.`
}

/** By number: folders list `45-10.pdf` before `45-2.pdf`. */
export function mergeInOrder<T extends Pick<Document, 'attachment_number'>>(
  existing: readonly T[],
  added: readonly T[],
): T[] {
  const main = added.filter((document) => document.attachment_number === 0)
  const attachments = added.filter((document) => document.attachment_number !== 0)
  attachments.sort((a, b) => a.attachment_number - b.attachment_number)
  return [...main, ...existing, ...attachments]
}

export interface AddDocuments extends Chosen {
  files: readonly OfferedFile[]
  reason?: string | undefined
  alongside?: (trx: Transaction<Schema>, entryId: number) => Promise<void>
}

/** Adds all of the files, or none. @throws InvalidError, ConflictError */
export async function addDocuments(
  { db, files: storage, clock }: StoringDeps,
  { id, files, by, reason, alongside }: AddDocuments,
): Promise<Document[]> {
  if (files.length === 0) return []
  await storeFiles({ db, files: storage }, files)
  return runEdit({ db, clock }, by, async (edit) => {
    const { trx } = edit
    const entry = await lockEditable(edit, id)
    const { accepted, refused } = await planDocuments(trx, files, entry)
    if (refused.length > 0) throw new ConflictError(refusedSentence(refused))
    const added = await insertDocuments(edit, entry, accepted)
    // Also if the entry was published since its files were checked.
    await decideBeforePublication(edit, entry, { documents: added, reason })
    await alongside?.(trx, id)
    return added
  })
}

export async function insertDocuments(edit: Edit, entry: Entry, files: readonly PlannedFile[]) {
  const { trx, at } = edit
  const existing = await listDocuments(trx, [entry.id])
  const added: Document[] = []
  for (const [index, file] of files.entries()) {
    const document = await insertDocument(trx, {
      entry_id: entry.id,
      attachment_number: file.attachmentNumber,
      title: file.title,
      position: existing.length + index + 1,
      ...storedFile(file),
      created_at: at,
      updated_at: at,
    })
    await indexPages(trx, document, file.pages)
    await recordFindings(trx, { document, entry, file })
    await recordDocument(edit, 'document.added', document)
    added.push(document)
  }
  await saveOrder(trx, entry.id, mergeInOrder(existing, added))
  return added
}

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

export function describeDocument({ attachment_number, title }: TitledDocument) {
  return attachment_number === 0
    ? `“${title}” (main document)`
    : `“${title}” (attachment ${attachment_number})`
}

export const recordDocument = (edit: Edit, action: string, document: Document) =>
  recordEdit(edit, document.entry_id, { action, details: describeDocument(document) })
