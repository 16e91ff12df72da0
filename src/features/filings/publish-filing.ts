import type { Transaction } from 'kysely'
import type { Entry, EntryStatus, FilingEntry, Schema } from '../../platform/database/schema.ts'
import {
  ConflictError,
  HttpError,
  InvalidError,
  invalidFields,
} from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { counted } from '../../shared/number-rules.ts'
import { type Actor, recordAudit } from '../accounts/audit-log/queries.ts'
import { type FileReading, needsDecision } from '../checks/finding-rules.ts'
import type { OfferedFile } from '../docket/documents/accept-files.ts'
import { addDocuments } from '../docket/documents/add-documents.ts'
import { readDocumentFields } from '../docket/documents/document-fields.ts'
import { readReason } from '../docket/documents/findings.ts'
import { readTyped } from '../docket/entries/entry-fields.ts'
import { stateOf } from '../docket/entries/entry-rules.ts'
import { findEntryByNumber } from '../docket/entries/queries.ts'
import { changeEntry, createEntry, NumberTakenError } from '../docket/entries/save-entry.ts'
import { findFilingFindings } from './filing-findings.ts'
import { guessesOf } from './filing-rules.ts'
import { savePublication } from './lease-queries.ts'
import * as queries from './queries.ts'

type PublishDeps = Pick<Platform, 'db' | 'files' | 'clock' | 'log'>

export interface Publication {
  id: number
  status: EntryStatus
  /** The id of a single row; undefined publishes all. */
  only: number | undefined
  by: Actor
  /** As just saved: an entry is not published if the proposal was changed since. */
  version: number
}

/**
 * Publishes each entry completely or not at all. Entries that failed stay, with the reason.
 * @param onEntry is called after each entry; false ends it there
 */
export async function publishFiling(
  platform: PublishDeps,
  request: Publication,
  onEntry: (done: number) => Promise<boolean>,
): Promise<void> {
  const { db, log, clock } = platform
  const { id, by, status } = request
  let done = 0
  const rows = await queries.listEntriesToPublish(db, id, request.only)
  for (const [index, row] of rows.entries()) {
    try {
      await publishRow(platform, row, request)
      done += 1
    } catch (error) {
      if (!(error instanceof HttpError)) log.error({ err: error }, 'an entry could not be filed')
      const problem = error instanceof HttpError ? error.message : UNEXPECTED
      await queries.updateFilingEntry(db, row.id, { problem })
    }
    if (!(await onEntry(index + 1))) break
  }
  const action = status === 'published' ? 'filing.published' : 'filing.drafted'
  const details = counted(done, 'entry', 'entries')
  await recordAudit(db, { ...by, at: clock(), action, subject: `filing ${id}`, details })
}

const UNEXPECTED = 'Something went wrong on the server. This entry was not saved. Try again.'

const GUESSED =
  'Some values were not read from the PDF. Correct or accept them, then publish again.'

async function publishRow(platform: PublishDeps, row: FilingEntry, request: Publication) {
  const { db } = platform
  const { by, status } = request
  const { fields, errors } = readTyped({ ...row, status })
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  const files = await offeredFiles(platform, row)
  const holder = fields.number === null ? undefined : await findEntryByNumber(db, fields.number)
  if ((holder?.id ?? null) !== row.entry_id) await describeHolder(platform, row, holder)
  const reason = readReason(row.reason)
  const isPublic = holder !== undefined && stateOf(holder) === 'published'
  if (isPublic && status === 'draft') {
    throw new ConflictError(
      `Entry No. ${row.number} is already published, so anything added to it becomes public immediately. Publish it, or give it another number.`,
    )
  }
  if (status === 'published') {
    if (reason === undefined) await refuseUndecided(platform, row)
    // Its own button accepts what the page says about this entry.
    if (request.only === undefined && guessesOf(row).length > 0) throw new InvalidError(GUESSED)
  }
  const alongside = (trx: Transaction<Schema>, entry_id: number) =>
    markDone(trx, row, { entry_id, done_at: platform.clock(), version: request.version })
  const saving = { files, by, reason, alongside }
  if (holder && files.length === 0) {
    throw new InvalidError('There is nothing to add: this entry has no file.')
  }
  if (!holder) await createEntry(platform, { ...saving, fields })
  else if (isPublic || status === 'draft') {
    await addDocuments(platform, { ...saving, id: holder.id })
  } else {
    const change = { id: holder.id, fields: { status }, version: undefined }
    await changeEntry(platform, { ...saving, ...change })
  }
}

async function offeredFiles({ db }: PublishDeps, row: FilingEntry): Promise<OfferedFile[]> {
  const documents = await queries.listDocumentsToPublish(db, row.id)
  return documents.map((document) => {
    const { file_name: name, attachment_number, title, sha256 } = document
    const typed = { attachment_number, title: title || undefined }
    const { change, errors } = readDocumentFields(typed)
    const [wrong] = Object.values(errors).flat()
    if (wrong) throw new InvalidError(`${name}: ${wrong}`)
    return {
      name,
      path: `filing document ${document.id}`,
      isStored: true,
      sha256,
      byteSize: document.byte_size,
      pageCount: document.page_count,
      pages: JSON.parse(document.pages) as string[],
      reading: JSON.parse(document.reading) as FileReading,
      title: change.title,
      attachmentNumber: change.attachment_number,
    }
  })
}

/** Since the page was shown, the number was taken or became free: asks the administrator to publish again. */
async function describeHolder({ db }: PublishDeps, row: FilingEntry, holder: Entry | undefined) {
  await queries.updateFilingEntry(db, row.id, { entry_id: holder?.id ?? null })
  throw new ConflictError(
    holder
      ? `${new NumberTakenError(holder).message} Give this entry another number, or publish again to add its documents to that entry.`
      : `Entry No. ${row.number} no longer exists. Publish again to create a new entry.`,
  )
}

async function refuseUndecided({ db }: PublishDeps, row: FilingEntry): Promise<void> {
  const findings = await findFilingFindings(db, row.filing_id, row.id)
  const count = [...findings.values()].flat().filter(needsDecision).length
  if (count === 0) return
  const need = counted(count, 'finding needs', 'findings need')
  throw new InvalidError(`${need} your decision. To publish anyway, give a reason.`)
}

/** If the button was clicked twice at once, this rolls back the second transaction. */
async function markDone(
  trx: Transaction<Schema>,
  { id, filing_id }: FilingEntry,
  { version, ...done }: { entry_id: number; done_at: number; version: number },
): Promise<void> {
  // Waits for other writers.
  if (!(await savePublication(trx, { id: filing_id, version }, { version }))) {
    throw new ConflictError(
      'Someone else changed this proposal in the meantime. Review it, then publish again.',
    )
  }
  const isFirst = await queries.updateFilingEntry(trx, id, { ...done, problem: '' })
  if (!isFirst) throw new ConflictError('This entry was already published.')
}

/** Unassigned files keep a filing open. */
export async function closeIfDone({ db, clock }: PublishDeps, id: number): Promise<void> {
  const { open, documents } = await queries.findProposal(db, id)
  const isLoose = (one: queries.ListedFile) => one.filing_entry_id === null && one.refused === ''
  if (open.length === 0 && !documents.some(isLoose)) await queries.closeFiling(db, id, clock())
}

/** @returns the filing with its new version */
export async function requireOpenFiling(trx: Transaction<Schema>, id: number, at: number) {
  const filing = await queries.lockOpenFiling(trx, id, at)
  if (filing) return filing
  throw new ConflictError(
    'This filing is closed: everything in it was published, saved as a draft, or discarded.',
  )
}

export function discardFiling({ db, clock }: PublishDeps, { id, by }: { id: number; by: Actor }) {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    await requireOpenFiling(trx, id, at)
    await queries.closeFiling(trx, id, at)
    await recordAudit(trx, { ...by, at, action: 'filing.discarded', subject: `filing ${id}` })
  })
}
