import type { Entry } from '../../../platform/database/schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lockEntry } from '../documents/queries.ts'
import { type Actor, recordEntryEvent } from '../documents/record-change.ts'
import { entryName } from './entry-rules.ts'
import { findEntry, updateEntry } from './queries.ts'

/**
 * Takes the entry and its documents out of every public place at once (PROMISES 17); its history stays and it can be
 * restored. Again changes nothing.
 */
export async function deleteEntry(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, by }: { id: number; by: Actor },
): Promise<Entry> {
  const found = await findEntry(db, id)
  if (!found) throw new NotFoundError('There is no such docket entry.')
  if (found.deleted_at !== null) return found
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const entry = (await lockEntry(trx, id, at)) ?? found
    if (entry.deleted_at !== null) return entry
    await updateEntry(trx, id, entry.version, { deleted_at: at })
    const event = { entryId: id, action: 'entry.deleted', details: entryName(entry), at }
    await recordEntryEvent(trx, by, event)
    return entry
  })
}
