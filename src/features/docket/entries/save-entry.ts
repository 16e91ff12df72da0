import { unlessDuplicate } from '../../../platform/database/connect.ts'
import type { Entry, Queryable } from '../../../platform/database/schema.ts'
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
import {
  type Chosen,
  type Edit,
  recordEdit,
  requireEditable,
  requireEntry,
  runEdit,
  StaleError,
} from './edit.ts'
import { type EntryExtras, refuseUnknownRelations, saveExtras } from './entry-extras.ts'
import type { EntryFields } from './entry-fields.ts'
import { describeEntryChange, entryCorrections, entryName, publishedAt } from './entry-rules.ts'
import * as queries from './queries.ts'

interface CreateEntry extends Omit<AddDocuments, 'id'> {
  fields: EntryFields
  extras?: EntryExtras
}

/** A draft if a file may give something away and no reason was given. @throws NumberTakenError, RefusedFilesError */
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
  return saveUnlessTaken({ db, clock }, { number: fields.number, by }, async (edit) => {
    const { trx, at } = edit
    const times = { created_at: at, updated_at: at, published_at: publishedAt(fields, at) }
    const entry = await queries.insertEntry(trx, { ...fields, version: 1, ...times })
    await saveExtras(trx, entry.id, extras)
    const details = `${entryName(entry)}, ${entry.status}, filed ${formatDate(entry.filed_on)}`
    await recordEdit(edit, entry.id, { action: 'entry.created', details })
    const documents = await insertDocuments(edit, entry, accepted)
    await decideBeforePublication(edit, entry, { documents, reason })
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

/** Changes the entry and adds the files, or does neither. @throws like createEntry; ConflictError, StaleError */
export async function changeEntry(platform: StoringDeps, request: ChangeEntry): Promise<Entry> {
  const { db, files, clock } = platform
  // First without the lock, so that a refused change leaves no file in the store.
  const first = await planChange(db, request, await queries.findEntry(db, request.id))
  const { fields, reason, by } = request
  refuseDisclosures(first.files, { status: fields.status ?? first.before.status, reason })
  await storeFiles({ db, files }, first.files)
  return saveUnlessTaken({ db, clock }, { number: fields.number ?? null, by }, async (edit) => {
    const entry = await queries.lockEntry(edit.trx, request.id, edit.at)
    return saveChange(edit, { ...request, ...(await planChange(edit.trx, request, entry)) })
  })
}

async function planChange(
  db: Queryable,
  { id, fields, files, extras = {}, version }: ChangeEntry,
  entry: Entry | undefined,
) {
  const before = requireEditable(entry)
  if (version !== undefined && version !== before.version) throw new StaleError('entry')
  // A number that the court used twice stays.
  const isRenumbered = fields.number !== undefined && fields.number !== before.number
  if (isRenumbered) await refuseTakenNumber(db, fields.number ?? null, id)
  await refuseUnknownRelations(db, extras, id)
  const { accepted, refused } = await planDocuments(db, files, { ...before, ...fields })
  if (refused.length > 0) throw new RefusedFilesError(refused)
  return { before, files: accepted }
}

type SaveChange = ChangeEntry & Awaited<ReturnType<typeof planChange>>

async function saveChange(
  edit: Edit,
  { before, id, fields, files, extras = {}, reason, alongside }: SaveChange,
): Promise<Entry> {
  const { trx, at } = edit
  const published_at = publishedAt({ ...before, ...fields }, at)
  const change = { ...fields, published_at, updated_at: at }
  const after: Entry = { ...before, ...change, version: before.version + 1 }
  const moved = before.filed_on !== after.filed_on && {
    after_number: await queries.findHighestNumber(trx, after.filed_on),
  }
  await queries.updateEntry(trx, before, { ...change, ...moved })
  const [from, to] = [before.number, after.number]
  if (
    from !== null &&
    to !== null &&
    from !== to &&
    !(await queries.findEntryByNumber(trx, from))
  ) {
    await moveRelationTargets(trx, from, to)
  }
  if (isCorrection(before, { at, wasReliedOn: await wasReliedOn(trx, id) })) {
    const of = { entry_id: id, document_id: null, corrected_at: at }
    await insertCorrections(trx, entryCorrections(before, after), of)
  }
  const details = describeEntryChange(before, after, await saveExtras(trx, id, extras))
  await recordEdit(edit, id, { action: 'entry.changed', details })
  const added = await insertDocuments(edit, after, files)
  // Documents that were already public need no decision.
  const documents = before.status === 'published' ? added : await listDocuments(trx, [id])
  await decideBeforePublication(edit, after, { documents, reason })
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
  const holder = number === null ? undefined : await queries.findEntryByNumber(db, number)
  if (holder && holder.id !== ownId) throw new NumberTakenError(holder)
}

const LOST_RACE = 'Someone else made a change first. Nothing was saved. Please try again.'

/** If two requests use the same number at once, the unique index lets one in. @throws NumberTakenError in the other */
async function saveUnlessTaken(
  deps: Deps,
  { number, by }: { number: number | null; by: Actor },
  save: (edit: Edit) => Promise<Entry>,
): Promise<Entry> {
  const saved = await unlessDuplicate(() => runEdit(deps, by, save))
  if (saved) return saved
  await refuseTakenNumber(deps.db, number)
  throw new ConflictError(LOST_RACE)
}

export const deleteEntry = (deps: Deps, { id, by }: Chosen) =>
  runEdit(deps, by, (edit) => setDeleted(edit, id, true))

/** Restoring an entry that is not deleted changes nothing. @throws NumberTakenError */
export async function restoreEntry(deps: Deps, { id, by }: Chosen): Promise<Entry> {
  const { number } = requireEntry(await queries.findEntry(deps.db, id))
  return saveUnlessTaken(deps, { number, by }, (edit) => setDeleted(edit, id, false))
}

async function setDeleted(edit: Edit, id: number, isDeleted: boolean): Promise<Entry> {
  const { trx, at } = edit
  await queries.lockEntryVersion(trx, id)
  const entry = requireEntry(await queries.findEntry(trx, id))
  if ((entry.deleted_at !== null) === isDeleted) return entry
  await queries.updateEntry(trx, entry, { deleted_at: isDeleted ? at : null, updated_at: at })
  const action = isDeleted ? 'entry.deleted' : 'entry.restored'
  await recordEdit(edit, id, { action, details: entryName(entry) })
  return entry
}
