import type { Transaction } from 'kysely'
import { unlessTaken } from '../../../platform/database/connect.ts'
import type { Entry, Queryable, Schema } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatDate } from '../../../shared/date.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { type OfferedFile, RefusedFilesError, storeFiles } from '../documents/accept-files.ts'
import { insertDocuments, type PlannedFile, planDocuments } from '../documents/add-documents.ts'
import { type EntryExtras, refuseUnknownRelations, saveExtras } from './entry-extras.ts'
import { type EntryFields, entryName, publishedAt } from './entry-rules.ts'
import { findEntryByNumber, insertEntry, recordEntryEvent } from './queries.ts'

interface CreateEntry {
  fields: EntryFields
  /** Checked, not yet stored. */
  files: readonly OfferedFile[]
  extras?: EntryExtras
  by: Actor
}

/**
 * Creates an entry with all its documents, or nothing.
 * @throws NumberTakenError, RefusedFilesError, InvalidError for a related number that no entry has
 */
export async function createEntry(
  { db, files: storage, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  { fields, files, extras = {}, by }: CreateEntry,
): Promise<Entry> {
  await refuseTakenNumber(db, fields.number)
  await refuseUnknownRelations(db, extras)
  const { accepted, refused } = planDocuments(files, fields, [])
  if (refused.length > 0) throw new RefusedFilesError(refused)
  await storeFiles(storage, accepted)
  const file = { fields, files: accepted, extras, by }
  const entry = await unlessTaken(() =>
    db.transaction().execute((trx) => fileEntry(trx, { ...file, at: clock() })),
  )
  return entry ?? explainLostRace(db, fields.number)
}

interface FileEntry {
  fields: EntryFields
  /** Stored already. */
  files: readonly PlannedFile[]
  extras: EntryExtras
  by: Actor
  /** Milliseconds. */
  at: number
}

/** The rows of a new entry and its documents, within the transaction of whoever files it. */
async function fileEntry(
  trx: Transaction<Schema>,
  { fields, files, extras, by, at }: FileEntry,
): Promise<Entry> {
  const published_at = publishedAt({ ...fields, published_at: null }, at)
  const row = { ...fields, version: 1, created_at: at, updated_at: at, published_at }
  const entry = await insertEntry(trx, row)
  await saveExtras(trx, { entry, extras, at })
  const details = `${entryName(entry)}, ${entry.status}, filed ${formatDate(entry.filed_on)}`
  await recordEntryEvent(trx, by, { entryId: entry.id, action: 'entry.created', details, at })
  await insertDocuments(trx, { entryId: entry.id, files, by, at })
  return entry
}

/** Another entry has the docket number; `holder` says which, so that a page can lead there. */
export class NumberTakenError extends InvalidError {
  constructor(readonly holder: Entry) {
    const { number, title } = holder
    const sentence = `Docket number ${number} is already the number of “${title}”.`
    super(sentence, { number: [sentence] }, 'number_taken')
  }
}

/** @throws NumberTakenError where an entry other than `ownId` has the number now */
export async function refuseTakenNumber(
  db: Queryable,
  number: number | null,
  ownId?: number,
): Promise<void> {
  const holder = number === null ? undefined : await findEntryByNumber(db, number)
  if (holder && holder.id !== ownId) throw new NumberTakenError(holder)
}

/** Two requests took one number at the same moment, and the unique index let the other in first. */
export async function explainLostRace(db: Queryable, number: number | null): Promise<never> {
  await refuseTakenNumber(db, number)
  throw new ConflictError('Someone else made a change first. Nothing was saved. Please try again.')
}
