import { unlessTaken } from '../../../platform/database/connect.ts'
import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actor } from '../../accounts/audit-log/queries.ts'
import { entryName, knownEntry } from './entry-rules.ts'
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

/** `holder` has the docket number by now. */
export class NumberLostError extends ConflictError {
  constructor(
    number: number | null,
    readonly holder: Entry,
  ) {
    super(
      `This entry cannot be restored: docket number ${number} now belongs to “${holder.title}”. First give that entry another number, or delete it.`,
      'number_taken',
    )
  }
}

/** Deleting a deleted entry changes nothing. */
export async function deleteEntry(platform: Actions, { id, by }: ChosenEntry): Promise<void> {
  const entry = knownEntry(await findEntry(platform.db, id))
  if (entry.deleted_at === null) await setDeleted(platform, { id, by, action: 'entry.deleted' })
}

/** Restoring an entry that is not deleted changes nothing. @throws NumberLostError */
export async function restoreEntry(platform: Actions, { id, by }: ChosenEntry): Promise<void> {
  const entry = knownEntry(await findEntry(platform.db, id))
  if (entry.deleted_at === null) return
  await refuseLostNumber(platform.db, entry)
  const restored = await unlessTaken(() =>
    setDeleted(platform, { id, by, action: 'entry.restored' }),
  )
  if (restored) return
  await refuseLostNumber(platform.db, entry)
  throw new ConflictError(
    'Someone else made a change first. Nothing was restored. Please try again.',
  )
}

interface SetDeleted extends ChosenEntry {
  action: 'entry.deleted' | 'entry.restored'
}

function setDeleted({ db, clock }: Actions, { id, by, action }: SetDeleted): Promise<Entry> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const entry = knownEntry(await lockEntry(trx, id, at))
    const isDeleted = action === 'entry.deleted'
    // Somebody else may have been first.
    if ((entry.deleted_at !== null) === isDeleted) return entry
    await updateEntry(trx, entry, { deleted_at: isDeleted ? at : null })
    await recordEntryEvent(trx, by, { entryId: id, action, details: entryName(entry), at })
    return entry
  })
}

async function refuseLostNumber(db: Queryable, { number }: Entry): Promise<void> {
  const holder = number === null ? undefined : await findEntryByNumber(db, number)
  if (holder) throw new NumberLostError(number, holder)
}
