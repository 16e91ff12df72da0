import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { EntryEvent, Queryable, Schema } from '../../platform/database/schema.ts'
import { type EventFields, planEvents } from './rules.ts'

/* Events change only together with their entry, so that its row tells the caches (docs/decisions/003). */

/** An event with what is shown of its entry. */
export interface EventRow
  extends Pick<
    EntryEvent,
    'id' | 'entry_id' | 'uid' | 'kind' | 'held_on' | 'held_at' | 'place' | 'note'
  > {
  entry_number: number | null
  entry_title: string
}

/** As a calendar program is told of it, ended ones too. */
export interface CalendarRow extends EventRow {
  sequence: number
  /** Milliseconds. */
  updated_at: number
  cancelled_at: number | null
  /** 1 where everyone may see the entry itself. */
  is_public: number
}

function withEntry(db: Queryable) {
  return db
    .selectFrom('entry_events')
    .innerJoin('entries', 'entries.id', 'entry_events.entry_id')
    .select(['entry_events.id', 'entry_id', 'uid', 'kind', 'held_on', 'held_at', 'place', 'note'])
    .select(['entries.number as entry_number', 'entries.title as entry_title'])
}

/** Of public entries, in order of time; those of a day's whole length first. */
function publicEvents(db: Queryable) {
  return withEntry(db)
    .where('cancelled_at', 'is', null)
    .where('entries.status', '=', 'published')
    .where('entries.deleted_at', 'is', null)
    .orderBy('held_on')
    .orderBy(sql`coalesce(held_at, '')`)
    .orderBy('entry_events.id')
}

/** Of these entries, which the caller has found to be public. */
export function listEvents(db: Queryable, entryIds: number[]): Promise<EventRow[]> {
  return publicEvents(db)
    .where('entry_id', 'in', entryIds.length > 0 ? entryIds : [0])
    .execute()
}

/** @param from the first day, YYYY-MM-DD */
export function listUpcoming(db: Queryable, from: string, limit: number): Promise<EventRow[]> {
  return publicEvents(db).where('held_on', '>=', from).limit(limit).execute()
}

/** Whatever everyone could see at some time, from that day on: what has ended is told as cancelled. */
export function listCalendar(db: Queryable, from: string, limit: number): Promise<CalendarRow[]> {
  return calendarRows(db)
    .where('held_on', '>=', from)
    .orderBy('held_on', 'desc')
    .orderBy('entry_events.id', 'desc')
    .limit(limit)
    .execute()
}

export function findCalendarEvent(db: Queryable, id: number): Promise<CalendarRow | undefined> {
  return calendarRows(db)
    .where('entry_events.id', '=', id)
    .where('entries.status', '=', 'published')
    .where('entries.deleted_at', 'is', null)
    .executeTakeFirst()
}

function calendarRows(db: Queryable) {
  return withEntry(db)
    .select(sql<number>`sequence_base + entries.version - 1`.as('sequence'))
    .select(['entries.updated_at', 'cancelled_at'])
    .select(
      sql<number>`case when entries.status = 'published' and entries.deleted_at is null then 1 else 0 end`.as(
        'is_public',
      ),
    )
    .where('shown_at', 'is not', null)
}

/** Not cancelled, draft or not: as the administrator edits them. */
export function listEventsOfEntry(db: Queryable, entryId: number): Promise<EntryEvent[]> {
  return db
    .selectFrom('entry_events')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('cancelled_at', 'is', null)
    .orderBy('held_on')
    .orderBy(sql`coalesce(held_at, '')`)
    .orderBy('id')
    .execute()
}

/** For the archive: what was cancelled, too, so that calendar programs keep being told. */
export function listEveryEvent(db: Queryable): Promise<EntryEvent[]> {
  return db.selectFrom('entry_events').selectAll().orderBy('entry_id').orderBy('id').execute()
}

const columns = ({ kind, heldOn, heldAt, place, note }: EventFields) => ({
  kind,
  held_on: heldOn,
  held_at: heldAt,
  place,
  note,
})

export interface NewEvent extends EventFields {
  uid: string
  entryId: number
  sequenceBase?: number
  shownAt?: number | null
  cancelledAt?: number | null
}

export async function insertEvent(trx: Queryable, event: NewEvent, at: number): Promise<void> {
  await trx
    .insertInto('entry_events')
    .values({
      ...columns(event),
      entry_id: event.entryId,
      uid: event.uid,
      sequence_base: event.sequenceBase ?? 0,
      updated_at: at,
      shown_at: event.shownAt ?? null,
      cancelled_at: event.cancelledAt ?? null,
    })
    .execute()
}

async function updateEvent(
  trx: Queryable,
  id: number,
  change: Updateable<Schema['entry_events']>,
): Promise<void> {
  await trx.updateTable('entry_events').set(change).where('id', '=', id).execute()
}

/** The entry is public: from now on its events are known. */
export async function markEventsShown(trx: Queryable, entryId: number, at: number): Promise<void> {
  await trx
    .updateTable('entry_events')
    .set({ shown_at: at })
    .where('entry_id', '=', entryId)
    .where('shown_at', 'is', null)
    .execute()
}

export async function isUidTaken(trx: Queryable, uid: string): Promise<boolean> {
  const row = await trx
    .selectFrom('entry_events')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

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
  for (const { stored, fields } of changed) {
    await updateEvent(trx, stored.id, { ...columns(fields), updated_at: at })
  }
  for (const { id, shown_at } of removed) {
    // One that nobody could see is forgotten; of one that calendar programs know, they are told.
    if (shown_at !== null) await updateEvent(trx, id, { cancelled_at: at, updated_at: at })
    else await trx.deleteFrom('entry_events').where('id', '=', id).execute()
  }
  return added.length + changed.length + removed.length > 0
}
