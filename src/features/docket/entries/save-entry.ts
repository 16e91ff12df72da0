import type { Transaction } from 'kysely'
import { unlessDuplicate } from '../../../platform/database/connect.ts'
import type { Database, Entry, Queryable, Schema } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError } from '../../../platform/http/errors.ts'
import type { Deps, StoringDeps } from '../../../platform/platform.ts'
import { formatDate } from '../../../shared/date.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { insertCorrections, wasReliedOn } from '../../corrections/queries.ts'
import { isCorrection } from '../../corrections/rules.ts'
import { moveRelationTargets } from '../../relations/queries.ts'
import { RefusedFilesError } from '../documents/accept-files.ts'
import { type AddDocuments, insertDocuments, planDocuments } from '../documents/add-documents.ts'
import {
  decideBeforePublication,
  refuseDisclosures,
  splitByDisclosure,
} from '../documents/findings.ts'
import { listDocuments } from '../documents/queries.ts'
import { storeFiles } from '../documents/store-files.ts'
import { type EntryExtras, refuseUnknownRelations, saveExtras } from './entry-extras.ts'
import type { EntryFields } from './entry-fields.ts'
import { describeEntryChange, entryCorrections, entryName, publishedAt } from './entry-rules.ts'
import {
  findEntry,
  findEntryByNumber,
  findHighestNumber,
  insertEntry,
  lockEntry,
  lockEntryVersion,
  recordEntryEvent,
  updateEntry,
} from './queries.ts'
import { requireEditableEntry, requireEntry } from './require-entry.ts'

interface CreateEntry extends Omit<AddDocuments, 'entryId'> {
  fields: EntryFields
  extras?: EntryExtras
}

/**
 * Creates an entry with all its documents, or nothing. It becomes a draft if a file may give something away and no
 * reason to publish it anyway was given. @throws NumberTakenError, RefusedFilesError, InvalidError
 */
export async function createEntry(platform: StoringDeps, request: CreateEntry): Promise<Entry> {
  const { db, files, clock } = platform
  const { extras = {}, by, reason, alongside } = request
  const { status } = request.fields
  const isHeld = splitByDisclosure(request.files, { status, reason }).refused.length > 0
  const fields: EntryFields = isHeld ? { ...request.fields, status: 'draft' } : request.fields
  await refuseTakenNumber(db, fields.number)
  await refuseUnknownRelations(db, extras)
  const { accepted, refused } = await planDocuments(db, request.files, fields)
  if (refused.length > 0) throw new RefusedFilesError(refused)
  await storeFiles({ db, files }, accepted)
  return saveUnlessTaken(db, fields.number, async (trx) => {
    const at = clock()
    const times = { created_at: at, updated_at: at, published_at: publishedAt(fields, at) }
    const entry = await insertEntry(trx, { ...fields, version: 1, ...times })
    await saveExtras(trx, entry.id, extras)
    const details = `${entryName(entry)}, ${entry.status}, filed ${formatDate(entry.filed_on)}`
    await recordEntryEvent(trx, by, { entryId: entry.id, action: 'entry.created', details, at })
    const documents = await insertDocuments(trx, { entry, files: accepted, by, at })
    await decideBeforePublication(trx, { entry, documents, reason, by, at })
    await alongside?.(trx, entry.id)
    return entry
  })
}

interface ChangeEntry extends Omit<CreateEntry, 'fields'> {
  id: number
  fields: Partial<EntryFields>
  /** The version that the administrator saw; undefined means no check. */
  version: number | undefined
}

export class StaleEntryError extends ConflictError {
  readonly current: Entry
  constructor(current: Entry) {
    super('This entry was changed by someone else while you were editing it.', 'stale')
    this.current = current
  }
}

/** Changes the entry and adds the files, or does neither. @throws like createEntry; ConflictError, StaleEntryError */
export async function changeEntry(platform: StoringDeps, request: ChangeEntry): Promise<Entry> {
  const { db, files, clock } = platform
  // First without the lock, so that a refused change leaves no file in the store.
  const first = await planChange(db, request, await findEntry(db, request.id))
  const { fields, reason } = request
  refuseDisclosures(first.files, { status: fields.status ?? first.before.status, reason })
  await storeFiles({ db, files }, first.files)
  return saveUnlessTaken(db, fields.number ?? null, async (trx) => {
    const at = clock()
    const plan = await planChange(trx, request, await lockEntry(trx, request.id, at))
    return saveChange(trx, { ...request, ...plan, at })
  })
}

async function planChange(
  db: Queryable,
  { id, fields, files, extras = {}, version }: ChangeEntry,
  entry: Entry | undefined,
) {
  const before = requireEditableEntry(entry)
  if (version !== undefined && version !== before.version) throw new StaleEntryError(before)
  // A number that the court used twice stays.
  const isRenumbered = fields.number !== undefined && fields.number !== before.number
  if (isRenumbered) await refuseTakenNumber(db, fields.number ?? null, id)
  await refuseUnknownRelations(db, extras, id)
  const { accepted, refused } = await planDocuments(db, files, { ...before, ...fields })
  if (refused.length > 0) throw new RefusedFilesError(refused)
  return { before, files: accepted }
}

type SaveChange = ChangeEntry & Awaited<ReturnType<typeof planChange>> & { at: number }

async function saveChange(
  trx: Transaction<Schema>,
  { before, id, fields, files, extras = {}, by, reason, alongside, at }: SaveChange,
): Promise<Entry> {
  const after: Entry = { ...before, ...fields, updated_at: at, version: before.version + 1 }
  after.published_at = publishedAt(after, at)
  const { published_at } = after
  const moved = before.filed_on !== after.filed_on && {
    after_number: await findHighestNumber(trx, after.filed_on),
  }
  await updateEntry(trx, before, { ...fields, ...moved, published_at, updated_at: at })
  const [from, to] = [before.number, after.number]
  if (from !== null && to !== null && from !== to && !(await findEntryByNumber(trx, from))) {
    await moveRelationTargets(trx, from, to)
  }
  if (isCorrection(before, { at, wasReliedOn: await wasReliedOn(trx, id) })) {
    const of = { entry_id: id, document_id: null, corrected_at: at }
    const corrections = entryCorrections(before, after)
    await insertCorrections(trx, corrections, of)
  }
  const details = describeEntryChange(before, after, await saveExtras(trx, id, extras))
  await recordEntryEvent(trx, by, { entryId: id, action: 'entry.changed', details, at })
  const added = await insertDocuments(trx, { entry: after, files, by, at })
  // Documents that were already public need no decision.
  const documents = before.status === 'published' ? added : await listDocuments(trx, [id])
  await decideBeforePublication(trx, { entry: after, documents, reason, by, at })
  await alongside?.(trx, id)
  return after
}

export class NumberTakenError extends InvalidError {
  constructor({ number, title }: Entry) {
    const sentence = `Docket number ${number} is already taken by “${title}”.`
    super(sentence, { number: [sentence] }, 'number_taken')
  }
}

async function refuseTakenNumber(db: Queryable, number: number | null, ownId?: number) {
  const holder = number === null ? undefined : await findEntryByNumber(db, number)
  if (holder && holder.id !== ownId) throw new NumberTakenError(holder)
}

const LOST_RACE = 'Someone else made a change first. Nothing was saved. Please try again.'

/** If two requests use the same number at once, the unique index lets one in. @throws NumberTakenError in the other */
async function saveUnlessTaken(
  db: Database,
  number: number | null,
  save: (trx: Transaction<Schema>) => Promise<Entry>,
): Promise<Entry> {
  const saved = await unlessDuplicate(() => db.transaction().execute(save))
  if (saved) return saved
  await refuseTakenNumber(db, number)
  throw new ConflictError(LOST_RACE)
}

interface ChosenEntry {
  id: number
  by: Actor
}

export const deleteEntry = ({ db, clock }: Deps, { id, by }: ChosenEntry) =>
  db.transaction().execute((trx) => setDeleted(trx, { id, by, isDeleted: true, at: clock() }))

/** Restoring an entry that is not deleted changes nothing. @throws NumberTakenError */
export async function restoreEntry({ db, clock }: Deps, { id, by }: ChosenEntry): Promise<Entry> {
  const { number } = requireEntry(await findEntry(db, id))
  return saveUnlessTaken(db, number, (trx) =>
    setDeleted(trx, { id, by, isDeleted: false, at: clock() }),
  )
}

async function setDeleted(
  trx: Transaction<Schema>,
  { id, by, isDeleted, at }: ChosenEntry & { isDeleted: boolean; at: number },
): Promise<Entry> {
  await lockEntryVersion(trx, id)
  const entry = requireEntry(await findEntry(trx, id))
  if ((entry.deleted_at !== null) === isDeleted) return entry
  await updateEntry(trx, entry, { deleted_at: isDeleted ? at : null, updated_at: at })
  const action = isDeleted ? 'entry.deleted' : 'entry.restored'
  await recordEntryEvent(trx, by, { entryId: id, action, details: entryName(entry), at })
  return entry
}
