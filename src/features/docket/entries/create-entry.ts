import type { Transaction } from 'kysely'
import { unlessTaken } from '../../../platform/database/connect.ts'
import type { Entry, Schema } from '../../../platform/database/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatDate } from '../../../shared/date.ts'
import { publishedAt } from '../../corrections/rules.ts'
import { RefusedFilesError, storeFiles } from '../documents/accept-files.ts'
import { insertDocuments } from '../documents/add-documents.ts'
import { type OfferedFile, type PlannedFile, planDocuments } from '../documents/plan-documents.ts'
import { type Actor, recordEntryEvent } from '../documents/record-change.ts'
import { type EntryExtras, refuseUnknownRelations, saveExtras } from './entry-extras.ts'
import { type EntryFields, entryName } from './entry-rules.ts'
import { explainLostRace, refuseTakenNumber } from './number-taken.ts'
import { insertEntry } from './queries.ts'

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
  const entry = await unlessTaken(() =>
    db
      .transaction()
      .execute((trx) => fileEntry(trx, { fields, files: accepted, extras, by, at: clock() })),
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
