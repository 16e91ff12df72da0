import { sql } from 'kysely'
import { lockRows } from '../../platform/database/dialect.ts'
import type {
  DeliveryState,
  Entry,
  Notification,
  Queryable,
} from '../../platform/database/schema.ts'
import { DELIVERY_STATES, type DeliveryCounts } from './rules.ts'

/** The entry, held so that two presses at once come one after the other. */
export async function findEntryForNotification(
  db: Queryable,
  id: number,
): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select * from entries where id = ${id} ${lockRows(db)}`.execute(db)
  return rows[0]
}

export function findNotification(db: Queryable, id: number): Promise<Notification | undefined> {
  return db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A past notification without its text. */
export type NotificationLine = Omit<Notification, 'html' | 'text'>

const line = [
  'id',
  'entry_id',
  'mode',
  'subject',
  'recipient_count',
  'created_by',
  'created_at',
  'finished_at',
] as const

/** Newest first. */
export function listEntryNotifications(
  db: Queryable,
  entryId: number,
): Promise<NotificationLine[]> {
  return db
    .selectFrom('notifications')
    .select(line)
    .where('entry_id', '=', entryId)
    .orderBy('id', 'desc')
    .execute()
}

export interface CountedNotification extends NotificationLine {
  counts: DeliveryCounts
}

/** Newest first, with what became of their deliveries. */
export async function listNotifications(
  db: Queryable,
  page: { limit: number; offset: number },
): Promise<CountedNotification[]> {
  const notifications = await db
    .selectFrom('notifications')
    .select(line)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return withCounts(db, notifications)
}

/** For the dashboard. */
export function listLastNotifications(
  db: Queryable,
  limit: number,
): Promise<CountedNotification[]> {
  return listNotifications(db, { limit, offset: 0 })
}

export async function withCounts(
  db: Queryable,
  notifications: NotificationLine[],
): Promise<CountedNotification[]> {
  const counts = await countDeliveries(
    db,
    notifications.map(({ id }) => id),
  )
  return notifications.map((notification) => ({
    ...notification,
    counts: counts.get(notification.id) ?? noDeliveries(),
  }))
}

export async function countNotifications(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** How many deliveries of each notification are in each state. */
export async function countDeliveries(
  db: Queryable,
  notificationIds: number[],
): Promise<Map<number, DeliveryCounts>> {
  if (notificationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .select(['notification_id', 'state'])
    .select(sql<number>`count(*)`.as('count'))
    .where('notification_id', 'in', notificationIds)
    .groupBy(['notification_id', 'state'])
    .execute()
  const counts = new Map<number, DeliveryCounts>()
  for (const { notification_id, state, count } of rows) {
    const known = counts.get(notification_id) ?? noDeliveries()
    counts.set(notification_id, { ...known, [state]: count })
  }
  return counts
}

function noDeliveries(): DeliveryCounts {
  return Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as DeliveryCounts
}

export async function insertNotification(
  db: Queryable,
  notification: Omit<Notification, 'id' | 'finished_at' | 'recipient_count'>,
): Promise<number> {
  const { id } = await db
    .insertInto('notifications')
    .values({ ...notification, recipient_count: 0, finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRecipientCount(
  db: Queryable,
  id: number,
  recipient_count: number,
): Promise<void> {
  await db.updateTable('notifications').set({ recipient_count }).where('id', '=', id).execute()
}

/**
 * Queues one delivery for every active subscriber, in the database itself: there may be a hundred thousand.
 * @returns how many
 */
export async function insertSubscriberDeliveries(
  db: Queryable,
  notificationId: number,
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into deliveries (notification_id, subscription_id, recipient, token, state, attempts, server_reply,
      message_id, next_attempt_at, created_at, updated_at)
    select cast(${notificationId} as integer), id, email, token, 'queued', 0, '', '',
      cast(${now} as bigint), cast(${now} as bigint), cast(${now} as bigint)
    from subscriptions where state = 'active' order by id`.execute(db)
  return Number(numAffectedRows)
}

/** The one delivery of a notification in testing mode; it names no subscription, so that none can end it. */
export async function insertTestDelivery(
  db: Queryable,
  notificationId: number,
  { recipient, token, now }: { recipient: string; token: string; now: number },
): Promise<void> {
  await db
    .insertInto('deliveries')
    .values({
      notification_id: notificationId,
      subscription_id: null,
      recipient,
      token,
      state: 'queued',
      attempts: 0,
      server_reply: '',
      message_id: '',
      next_attempt_at: now,
      worker_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/**
 * Puts deliveries back in the queue; their two days begin again. The Message-ID stays, so that a receiver can tell a copy.
 * @returns how many there were
 */
export async function requeueDeliveries(
  db: Queryable,
  notificationId: number,
  which: { states: DeliveryState[]; ids?: number[] | undefined },
  now: number,
): Promise<number> {
  let chosen = db
    .updateTable('deliveries')
    .set({ state: 'queued', next_attempt_at: now, created_at: now, updated_at: now })
    .where('notification_id', '=', notificationId)
    .where('state', 'in', which.states)
  if (which.ids) chosen = chosen.where('id', 'in', which.ids)
  const { numUpdatedRows } = await chosen.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lets a notification run again. @throws the database's unique violation where another of its entry is running */
export async function reopenNotification(db: Queryable, id: number): Promise<void> {
  await db.updateTable('notifications').set({ finished_at: null }).where('id', '=', id).execute()
}
