import { unlessTaken } from '../../../platform/database/connect.ts'
import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { entryName } from './entry-rules.ts'
import {
  findEntry,
  findEntryByNumber,
  lockEntry,
  recordEntryEvent,
  updateEntry,
} from './queries.ts'

type Actions = Pick<Platform, 'db' | 'clock'>

interface ChosenEntry {
  id: number
  by: Actor
}

/** The entry's docket number is another's by now; `holder` says which, so that a page can lead there. */
export class NumberLostError extends ConflictError {
  constructor(
    entry: Entry,
    readonly holder: Entry,
  ) {
    super(
      `This entry cannot be restored: docket number ${entry.number} now belongs to “${holder.title}”. First give that entry another number, or delete it.`,
      'number_taken',
    )
  }
}

/**
 * Takes the entry and its documents out of every public place at once (PROMISES 17); its history stays and it can be
 * restored. Again changes nothing.
 */
export async function deleteEntry(platform: Actions, { id, by }: ChosenEntry): Promise<void> {
  const entry = await chosenEntry(platform.db, id)
  if (entry.deleted_at === null) await setDeleted(platform, { entry, by, action: 'entry.deleted' })
}

/**
 * Brings a deleted entry back under its id and links, as draft or published as it was. Again changes nothing.
 * @throws NumberLostError where another entry took its number
 */
export async function restoreEntry(platform: Actions, { id, by }: ChosenEntry): Promise<void> {
  const entry = await chosenEntry(platform.db, id)
  if (entry.deleted_at === null) return
  await refuseLostNumber(platform.db, entry)
  const restored = await unlessTaken(() =>
    setDeleted(platform, { entry, by, action: 'entry.restored' }),
  )
  if (restored) return
  await refuseLostNumber(platform.db, entry)
  throw new ConflictError(
    'Someone else made a change first. Nothing was restored. Please try again.',
  )
}

async function chosenEntry(db: Queryable, id: number): Promise<Entry> {
  const entry = await findEntry(db, id)
  if (!entry) throw new NotFoundError('There is no such docket entry.')
  return entry
}

interface SetDeleted {
  entry: Entry
  by: Actor
  action: 'entry.deleted' | 'entry.restored'
}

function setDeleted({ db, clock }: Actions, { entry: { id }, by, action }: SetDeleted) {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const entry = await lockEntry(trx, id, at)
    const isDeleted = action === 'entry.deleted'
    // Somebody else may have been first.
    if (entry && (entry.deleted_at !== null) !== isDeleted) {
      await updateEntry(trx, entry, { deleted_at: isDeleted ? at : null })
      await recordEntryEvent(trx, by, { entryId: id, action, details: entryName(entry), at })
    }
    return true
  })
}

async function refuseLostNumber(db: Queryable, entry: Entry): Promise<void> {
  const holder = entry.number === null ? undefined : await findEntryByNumber(db, entry.number)
  if (holder) throw new NumberLostError(entry, holder)
}
