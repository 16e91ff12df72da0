import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../platform/database/schema.ts'
import { cancelEvent, insertEvent, listEventsOfEntry, updateEvent } from './queries.ts'
import { type EventFields, planEvents } from './rules.ts'

/**
 * Makes these the entry's hearings and deadlines, within the transaction of whoever changes the entry.
 * @returns whether anything was different
 */
export async function saveEvents(
  trx: Queryable,
  { entryId, events, at }: { entryId: number; events: readonly EventFields[]; at: number },
): Promise<boolean> {
  const { added, changed, removed } = planEvents(await listEventsOfEntry(trx, entryId), events)
  for (const fields of added) {
    await insertEvent(trx, { ...fields, uid: randomUUID(), entryId }, at)
  }
  for (const { stored, fields } of changed) await updateEvent(trx, stored.id, fields, at)
  for (const stored of removed) await cancelEvent(trx, stored, at)
  return added.length + changed.length + removed.length > 0
}
