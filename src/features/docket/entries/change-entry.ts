import type { Transaction } from 'kysely'
import { unlessTaken } from '../../../platform/database/connect.ts'
import type { Entry, Schema } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { insertCorrections } from '../../corrections/queries.ts'
import { entryCorrections, wasPublic } from '../../corrections/rules.ts'
import { moveRelationTargets } from '../../relations/queries.ts'
import { type OfferedFile, RefusedFilesError, storeFiles } from '../documents/accept-files.ts'
import { insertDocuments, planDocuments } from '../documents/add-documents.ts'
import { indexEntry, listDocuments } from '../documents/queries.ts'
import { explainLostRace, refuseTakenNumber } from './create-entry.ts'
import { type EntryExtras, refuseUnknownRelations, saveExtras } from './entry-extras.ts'
import { describeChange, type EntryFields, publishedAt } from './entry-rules.ts'
import { findEntry, lockEntry, recordEntryEvent, updateEntry } from './queries.ts'

export interface ChangeEntry {
  id: number
  /** What is not given stays as it is. */
  fields: Partial<EntryFields>
  /** To be added; checked, not yet stored. */
  files: readonly OfferedFile[]
  extras?: EntryExtras
  /** The version that whoever changes it has seen; undefined: changed without looking. */
  version: number | undefined
  by: Actor
}

/** Somebody else changed the entry since it was read. */
export class StaleEntryError extends ConflictError {
  constructor(readonly current: Entry) {
    super('This entry was changed by someone else while you were editing it.', 'stale')
  }
}

export class DeletedEntryError extends ConflictError {
  constructor() {
    super('This entry is deleted. Restore it before changing it.')
  }
}

/**
 * Changes the entry and adds the files, or does neither.
 * @throws NotFoundError, DeletedEntryError, StaleEntryError, NumberTakenError, RefusedFilesError,
 * InvalidError for a related number that no entry has
 */
export async function changeEntry(
  { db, files: storage, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  wish: ChangeEntry,
): Promise<Entry> {
  const number = wish.fields.number ?? null
  // First without the lock, so that what is refused leaves no file in the store.
  const { accepted } = await planChange(db, wish, await findEntry(db, wish.id))
  await storeFiles(storage, accepted)
  const changed = await unlessTaken(() =>
    db.transaction().execute(async (trx) => {
      const at = clock()
      const before = await lockEntry(trx, wish.id, at)
      const { current, accepted } = await planChange(trx, wish, before)
      return saveChange(trx, { before: current, files: accepted, wish, at })
    }),
  )
  return changed ?? explainLostRace(db, number)
}

async function planChange(
  db: Parameters<typeof findEntry>[0],
  { id, fields, files, extras = {}, version }: ChangeEntry,
  entry: Entry | undefined,
) {
  const current = editableEntry(entry)
  if (version !== undefined && version !== current.version) throw new StaleEntryError(current)
  await refuseTakenNumber(db, fields.number ?? null, id)
  await refuseUnknownRelations(db, extras, id)
  const existing = await listDocuments(db, [id])
  const { accepted, refused } = planDocuments(files, { ...current, ...fields }, existing)
  if (refused.length > 0) throw new RefusedFilesError(refused)
  return { current, accepted }
}

/** @throws NotFoundError, DeletedEntryError */
export function editableEntry(entry: Entry | undefined): Entry {
  if (!entry) throw new NotFoundError('There is no such docket entry.')
  if (entry.deleted_at === null) return entry
  throw new DeletedEntryError()
}

interface SaveChange {
  before: Entry
  files: Parameters<typeof insertDocuments>[1]['files']
  wish: ChangeEntry
  at: number
}

async function saveChange(
  trx: Transaction<Schema>,
  { before, files, wish: { id, fields, extras = {}, by }, at }: SaveChange,
): Promise<Entry> {
  const after: Entry = { ...before, ...fields, updated_at: at, version: before.version + 1 }
  after.published_at = publishedAt(after, at)
  const { published_at } = after
  await updateEntry(trx, before, { ...fields, published_at, updated_at: at })
  await markCorrected(trx, before, after)
  const details = describeChange(before, after, await saveExtras(trx, { entry: after, extras, at }))
  await recordEntryEvent(trx, by, { entryId: id, action: 'entry.changed', details, at })
  if (files.length > 0) await insertDocuments(trx, { entryId: id, files, by, at })
  else await indexEntry(trx, id)
  return after
}

/** What refers to the entry follows its number; what everyone could see before is marked as corrected. */
async function markCorrected(trx: Transaction<Schema>, before: Entry, after: Entry): Promise<void> {
  if (before.number !== null && after.number !== null && before.number !== after.number) {
    await moveRelationTargets(trx, before.number, after.number)
  }
  if (!wasPublic(before)) return
  const corrections = entryCorrections(before, after)
  const at = after.updated_at
  await insertCorrections(trx, { entryId: after.id, documentId: null, corrections, at })
}
