import { sql } from 'kysely'
import type { Notification, Queryable } from '../../platform/database/schema.ts'
import { DELIVERY_STATES, type DeliveryCounts } from './rules.ts'

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
  'stopped_at',
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

/** How many deliveries of the notification are in each state. */
export async function countStates(db: Queryable, notificationId: number): Promise<DeliveryCounts> {
  return (await countDeliveries(db, [notificationId])).get(notificationId) ?? noDeliveries()
}

async function countDeliveries(
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
