import { unlessTaken } from '../../../platform/database/connect.ts'
import type { Entry, Queryable } from '../../../platform/database/schema.ts'
import { ConflictError, NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lockEntry } from '../documents/queries.ts'
import { type Actor, recordEntryEvent } from '../documents/record-change.ts'
import { entryName } from './entry-rules.ts'
import { findEntry, findEntryByNumber, updateEntry } from './queries.ts'

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
 * Brings a deleted entry back under its id and links, as draft or published as it was. Again changes nothing.
 * @throws NumberLostError where another entry took its number
 */
export async function restoreEntry(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, by }: { id: number; by: Actor },
): Promise<Entry> {
  const found = await findEntry(db, id)
  if (!found) throw new NotFoundError('There is no such docket entry.')
  if (found.deleted_at === null) return found
  await refuseLostNumber(db, found)
  const restored = await unlessTaken(() =>
    db.transaction().execute(async (trx) => {
      const at = clock()
      const entry = (await lockEntry(trx, id, at)) ?? found
      if (entry.deleted_at === null) return entry
      await updateEntry(trx, id, entry.version, { deleted_at: null })
      const event = { entryId: id, action: 'entry.restored', details: entryName(entry), at }
      await recordEntryEvent(trx, by, event)
      return entry
    }),
  )
  if (restored) return restored
  await refuseLostNumber(db, found)
  throw new ConflictError(
    'Someone else made a change first. Nothing was restored. Please try again.',
  )
}

async function refuseLostNumber(db: Queryable, entry: Entry): Promise<void> {
  const holder = entry.number === null ? undefined : await findEntryByNumber(db, entry.number)
  if (holder) throw new NumberLostError(entry, holder)
}
