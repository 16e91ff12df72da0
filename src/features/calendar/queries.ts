import { randomUUID } from 'node:crypto'
import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { hasRows } from '../../platform/database/query-results.ts'
import type { EntryEvent, Queryable, Schema } from '../../platform/database/schema.ts'
import { type EventFields, planEvents } from './rules.ts'

/* Events change only together with their entry, whose row invalidates the caches (docs/decisions/003). */

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** For calendar programs, cancelled events included. */
export type CalendarRow = Awaited<ReturnType<typeof listCalendar>>[number]

const isPublic = (eb: ExpressionBuilder<Schema, 'entries' | 'entry_events'>) =>
  eb.and([eb('entries.status', '=', 'published'), eb('entries.deleted_at', 'is', null)])

/** All-day events first. */
export const BY_TIME = sql`held_on, coalesce(held_at, ''), entry_events.id`

function withEntry(db: Queryable) {
  return db
    .selectFrom('entry_events')
    .innerJoin('entries', 'entries.id', 'entry_events.entry_id')
    .select(['entry_events.id', 'entry_id', 'uid', 'kind', 'held_on', 'held_at', 'place', 'note'])
    .select(['entries.number as entry_number', 'entries.title as entry_title'])
}

const publicEvents = (db: Queryable) =>
  withEntry(db).where('cancelled_at', 'is', null).where(isPublic).orderBy(BY_TIME)

/** `in ()` is not valid SQL, hence the 0, which is no entry's ID. */
export function listEvents(db: Queryable, entryIds: number[]) {
  return publicEvents(db)
    .where('entry_id', 'in', [0, ...entryIds])
    .execute()
}

export function listUpcoming(db: Queryable, from: string, limit: number) {
  return publicEvents(db).where('held_on', '>=', from).limit(limit).execute()
}

/** Events from that day on that have ever been public. */
export function listCalendar(db: Queryable, from: string, limit: number) {
  return calendarRows(db)
    .where('held_on', '>=', from)
    .orderBy('held_on', 'desc')
    .orderBy('entry_events.id', 'desc')
    .limit(limit)
    .execute()
}

export function findCalendarEvent(db: Queryable, id: number) {
  return calendarRows(db).where('entry_events.id', '=', id).where(isPublic).executeTakeFirst()
}

function calendarRows(db: Queryable) {
  return withEntry(db)
    .select(sql<number>`sequence_base + entries.version - 1`.as('sequence'))
    .select(['entries.updated_at', 'cancelled_at'])
    .select((eb) => eb.case().when(isPublic(eb)).then(1).else(0).end().as('is_public'))
    .where('shown_at', 'is not', null)
}

/** For administrators: drafts included, but not cancelled events. */
export function listEventsOfEntry(db: Queryable, entryId: number): Promise<EntryEvent[]> {
  return db
    .selectFrom('entry_events')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('cancelled_at', 'is', null)
    .orderBy(BY_TIME)
    .execute()
}

export async function insertEvent(trx: Queryable, event: Insertable<Schema['entry_events']>) {
  await trx.insertInto('entry_events').values(event).execute()
}

export async function markEventsShown(trx: Queryable, entryId: number, at: number): Promise<void> {
  await trx
    .updateTable('entry_events')
    .set({ shown_at: at })
    .where('entry_id', '=', entryId)
    .where('shown_at', 'is', null)
    .execute()
}

export const isEventIdTaken = (trx: Queryable, id: number) =>
  hasRows(trx.selectFrom('entry_events').where('id', '=', id))

export const isUidTaken = (trx: Queryable, uid: string) =>
  hasRows(trx.selectFrom('entry_events').where('uid', '=', uid))

/**
 * Replaces the entry's hearings and deadlines. Call it in the transaction that changes the entry.
 * @returns whether anything changed
 */
export async function saveEvents(
  trx: Queryable,
  { entryId, events, at }: { entryId: number; events: readonly EventFields[]; at: number },
): Promise<boolean> {
  const { added, changed, removed } = planEvents(await listEventsOfEntry(trx, entryId), events)
  const update = (id: number) => trx.updateTable('entry_events').where('id', '=', id)
  for (const fields of added) {
    const event = { ...fields, entry_id: entryId, uid: randomUUID() }
    await insertEvent(trx, { ...event, sequence_base: 0, updated_at: at })
  }
  for (const { stored, fields } of changed) {
    await update(stored.id)
      .set({ ...fields, uid: stored.uid, updated_at: at })
      .execute()
  }
  for (const { id, shown_at } of removed) {
    // Calendar programs may have it, so it is kept as cancelled; an event that was never shown is deleted.
    if (shown_at === null) await trx.deleteFrom('entry_events').where('id', '=', id).execute()
    else await update(id).set({ cancelled_at: at, updated_at: at }).execute()
  }
  return added.length + changed.length + removed.length > 0
}
