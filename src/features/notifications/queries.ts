import { sql } from 'kysely'
import { countRows } from '../../platform/database/answers.ts'
import { contains, lockRows } from '../../platform/database/dialect.ts'
import type {
  Delivery,
  DeliveryState,
  Entry,
  Notification,
  Queryable,
} from '../../platform/database/schema.ts'
import { DELIVERY_STATES, type DeliveryCounts, RETRIABLE_STATES } from './rules.ts'

export function findNotification(db: Queryable, id: number): Promise<Notification | undefined> {
  return db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The entries, locked in one order so that two presses at once come one after the other. */
export async function lockEntries(db: Queryable, ids: readonly number[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select * from entries where id in (${sql.join([0, ...ids])}) order by id ${lockRows(db)}`.execute(
    db,
  )
  return rows
}

/** Deleted ones too; in the order of the docket, oldest first. */
export function listEntriesById(db: Queryable, ids: readonly number[]): Promise<Entry[]> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .orderBy('filed_on')
    .orderBy('number')
    .orderBy('id')
    .execute()
}

/** Those that the notification is about, as they are now, in its order. */
export function listNotifiedEntries(db: Queryable, notificationId: number): Promise<Entry[]> {
  return db
    .selectFrom('notification_entries')
    .innerJoin('entries', 'entries.id', 'notification_entries.entry_id')
    .selectAll('entries')
    .where('notification_id', '=', notificationId)
    .orderBy('position')
    .execute()
}

type NotificationLine = Omit<Notification, 'html' | 'text'>

export interface CountedNotification extends NotificationLine {
  counts: DeliveryCounts
}

const COUNT = sql<number>`count(*)`.as('count')

const selectLines = (db: Queryable) =>
  db
    .selectFrom('notifications')
    .select(['id', 'mode', 'subject', 'recipient_count', 'created_by', 'created_at'])
    .select(['stopped_at', 'finished_at'])
    .orderBy('id', 'desc')

export async function listEntryNotifications(db: Queryable, entryId: number) {
  const about = db
    .selectFrom('notification_entries')
    .select('notification_id')
    .where('entry_id', '=', entryId)
  return withCounts(db, await selectLines(db).where('id', 'in', about).execute())
}

export async function listNotifications(
  db: Queryable,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<CountedNotification[]> {
  return withCounts(db, await selectLines(db).limit(limit).offset(offset).execute())
}

export interface FailedDeliveries extends Pick<Notification, 'id' | 'subject'> {
  state: DeliveryState
  count: number
}

/** What only an administrator can send again, of the notifications begun since then, newest first. */
export function listFailed(db: Queryable, since: number): Promise<FailedDeliveries[]> {
  return db
    .selectFrom('notifications')
    .innerJoin('deliveries', 'deliveries.notification_id', 'notifications.id')
    .select(['notifications.id', 'subject', 'state'])
    .select(COUNT)
    .where('notifications.created_at', '>=', since)
    .where('state', 'in', RETRIABLE_STATES)
    .groupBy(['notifications.id', 'state'])
    .orderBy('notifications.id', 'desc')
    .orderBy('state')
    .execute()
}

export const countNotifications = (db: Queryable) => countRows(db.selectFrom('notifications'))

export const countWaitingDeliveries = (db: Queryable) =>
  countRows(db.selectFrom('deliveries').where('state', 'in', ['queued', 'deferred']))

export async function countStates(db: Queryable, id: number): Promise<DeliveryCounts> {
  return (await countDeliveries(db, [id])).get(id) ?? NO_DELIVERIES
}

async function withCounts(db: Queryable, lines: NotificationLine[]) {
  const ids = lines.map(({ id }) => id)
  const counts = await countDeliveries(db, ids)
  return lines.map((line) => ({ ...line, counts: counts.get(line.id) ?? NO_DELIVERIES }))
}

async function countDeliveries(db: Queryable, notificationIds: number[]) {
  const rows = await db
    .selectFrom('deliveries')
    .select(['notification_id', 'state'])
    .select(COUNT)
    .where('notification_id', 'in', [0, ...notificationIds])
    .groupBy(['notification_id', 'state'])
    .execute()
  const counts = new Map<number, DeliveryCounts>()
  for (const { notification_id, state, count } of rows) {
    const known = counts.get(notification_id) ?? NO_DELIVERIES
    counts.set(notification_id, { ...known, [state]: count })
  }
  return counts
}

const NO_DELIVERIES = Object.fromEntries(
  DELIVERY_STATES.map((state) => [state, 0]),
) as DeliveryCounts

export interface LogFilter {
  state: DeliveryState | undefined
  q: string
}

const LOG_COLUMNS = ['recipient', 'state', 'attempts', 'server_reply', 'message_id'] as const

export type LogLine = Pick<Delivery, 'id' | 'updated_at' | (typeof LOG_COLUMNS)[number]>

const selectLog = (db: Queryable, notificationId: number, filter: LogFilter) =>
  filtered(db, notificationId, filter)
    .select(['id', 'updated_at', ...LOG_COLUMNS])
    .orderBy('id')

export function listDeliveries(
  db: Queryable,
  page: { notificationId: number; filter: LogFilter; limit: number; offset: number },
): Promise<LogLine[]> {
  const { notificationId, filter, limit, offset } = page
  return selectLog(db, notificationId, filter).limit(limit).offset(offset).execute()
}

export const countLogLines = (db: Queryable, notificationId: number, filter: LogFilter) =>
  countRows(filtered(db, notificationId, filter))

const PIECE = 1000

/** The whole log, read in pieces: a slow reader holds no connection between two of them. */
export async function* iterateDeliveries(db: Queryable, notificationId: number) {
  const lines = selectLog(db, notificationId, { state: undefined, q: '' })
  let after = 0
  for (;;) {
    const piece = await lines.where('id', '>', after).limit(PIECE).execute()
    yield* piece
    after = piece.at(-1)?.id ?? 0
    if (piece.length < PIECE) return
  }
}

function filtered(db: Queryable, notificationId: number, { state, q }: LogFilter) {
  let query = db.selectFrom('deliveries').where('notification_id', '=', notificationId)
  if (state) query = query.where('state', '=', state)
  return q ? query.where(contains(sql`lower(recipient)`, q)) : query
}

export function findDelivery(db: Queryable, id: number): Promise<Delivery | undefined> {
  return db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findLatestDeferral(db: Queryable, notificationId: number) {
  return db
    .selectFrom('deliveries')
    .select(['server_reply', 'next_attempt_at'])
    .where('notification_id', '=', notificationId)
    .where('state', '=', 'deferred')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
