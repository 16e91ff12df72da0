import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { hasRows } from '../../platform/database/query-results.ts'
import type { EntryEvent, Queryable, Schema } from '../../platform/database/schema.ts'
import { EVENT_FIELDS, type EventFields } from './rules.ts'

/* Events change only together with their entry, whose row invalidates the caches (docs/decisions/003). */

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** All-day events first. */
export const BY_TIME = sql`held_on, coalesce(held_at, ''), entry_events.id`

const publicEvents = (db: Queryable) =>
  db
    .selectFrom('entry_events')
    .innerJoin('entries', 'entries.id', 'entry_events.entry_id')
    .select(['entry_events.id', 'entry_id', 'uid', 'kind', 'held_on', 'held_at', 'place', 'note'])
    .select(['entries.number as entry_number', 'entries.title as entry_title'])
    .select(['entries.updated_at', sql<number>`sequence_base + entries.version - 1`.as('sequence')])
    .where('entries.status', '=', 'published')
    .where('entries.deleted_at', 'is', null)

/** `in ()` is not valid SQL, hence the 0, which is no entry's ID. */
export const listEvents = (db: Queryable, entryIds: number[]) =>
  publicEvents(db)
    .where('entry_id', 'in', [0, ...entryIds])
    .orderBy(BY_TIME)
    .execute()

export const listUpcoming = (db: Queryable, from: string, limit: number) =>
  publicEvents(db).where('held_on', '>=', from).orderBy(BY_TIME).limit(limit).execute()

export const listCalendar = (db: Queryable, limit: number) =>
  publicEvents(db)
    .orderBy('held_on', 'desc')
    .orderBy('entry_events.id', 'desc')
    .limit(limit)
    .execute()

export const findCalendarEvent = (db: Queryable, id: number) =>
  publicEvents(db).where('entry_events.id', '=', id).executeTakeFirst()

/** For administrators: drafts included. */
export function listEventsOfEntry(db: Queryable, entryId: number): Promise<EntryEvent[]> {
  return db
    .selectFrom('entry_events')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy(BY_TIME)
    .execute()
}

export async function insertEvent(trx: Queryable, event: Insertable<Schema['entry_events']>) {
  await trx.insertInto('entry_events').values(event).execute()
}

export const isUidTaken = (trx: Queryable, uid: string) =>
  hasRows(trx.selectFrom('entry_events').where('uid', '=', uid))

/**
 * Replaces the entry's hearings and deadlines. Call it in the transaction that changes the entry.
 * @returns whether anything changed
 */
export async function saveEvents(trx: Queryable, entryId: number, events: readonly EventFields[]) {
  const stored = await listEventsOfEntry(trx, entryId)
  const left = new Map(stored.map((event) => [event.uid, event]))
  let hasChanged = false
  for (const { uid = '', ...fields } of events) {
    const existing = left.get(uid)
    left.delete(uid)
    if (existing && EVENT_FIELDS.every((name) => existing[name] === fields[name])) continue
    hasChanged = true
    const event = { ...fields, entry_id: entryId, uid: existing?.uid ?? randomUUID() }
    if (!existing) await insertEvent(trx, { ...event, sequence_base: 0 })
    else await trx.updateTable('entry_events').where('id', '=', existing.id).set(event).execute()
  }
  for (const { id } of left.values()) {
    await trx.deleteFrom('entry_events').where('id', '=', id).execute()
  }
  return hasChanged || left.size > 0
}
