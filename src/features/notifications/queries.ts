import { sql } from 'kysely'
import { contains } from '../../platform/database/dialect.ts'
import { countRows, inBatches } from '../../platform/database/query-results.ts'
import type { Delivery, Entry, Queryable } from '../../platform/database/schema.ts'
import { listPastNotifications, selectNotifications } from './delivery-queries.ts'
import { DELIVERY_STATES, type DeliveryCounts, RETRIABLE_STATES, WAITING_STATES } from './rules.ts'

/** The notification's entries as they are now, in its order. */
export const listNotifiedEntries = (db: Queryable, notificationId: number): Promise<Entry[]> =>
  db
    .selectFrom('notification_entries')
    .innerJoin('entries', 'entries.id', 'notification_entries.entry_id')
    .selectAll('entries')
    .where('notification_id', '=', notificationId)
    .orderBy('position')
    .execute()

const COUNT = sql<number>`count(*)`.as('count')

export const listEntryNotifications = async (db: Queryable, entryIds: readonly number[]) =>
  withCounts(db, await listPastNotifications(db, entryIds))

export const listNotifications = async (db: Queryable, limit: number, offset = 0) =>
  withCounts(db, await selectNotifications(db).limit(limit).offset(offset).execute())

const countSince = (db: Queryable, since: number) =>
  db
    .selectFrom('notifications')
    .innerJoin('deliveries', 'deliveries.notification_id', 'notifications.id')
    .select(['notifications.id', COUNT])
    .where('notifications.created_at', '>=', since)
    .groupBy('notifications.id')
    .orderBy('notifications.id', 'desc')

export const listFailed = (db: Queryable, since: number) =>
  countSince(db, since)
    .select(['subject', 'state'])
    .where('state', 'in', RETRIABLE_STATES)
    .groupBy('state')
    .orderBy('state')
    .execute()

/** This many are not one server's policy, but a blocklist or our own domain's records. */
const MANY = 3

/** The latest notification since then of which many messages came back for the sender's trouble, with one server's words. */
export const findSenderTrouble = (db: Queryable, since: number) =>
  countSince(db, since)
    .select(({ fn }) => fn.max('server_reply').as('reply'))
    .where('state', '=', 'bounced')
    .where('bounce_cause', '=', 'sender')
    .having(sql`count(*)`, '>=', MANY)
    .limit(1)
    .executeTakeFirst()

export const countNotifications = (db: Queryable) => countRows(db.selectFrom('notifications'))

export async function countStates(db: Queryable, id: number): Promise<DeliveryCounts> {
  const [counted] = await withCounts(db, [{ id }])
  return counted?.counts ?? NO_DELIVERIES
}

async function withCounts<Line extends { id: number }>(db: Queryable, lines: Line[]) {
  const ids = lines.map(({ id }) => id)
  const rows = await db
    .selectFrom('deliveries')
    .select(['notification_id', 'state'])
    .select(COUNT)
    .where('notification_id', 'in', [0, ...ids])
    .groupBy(['notification_id', 'state'])
    .execute()
  return lines.map((line) => {
    const own = rows.filter(({ notification_id }) => notification_id === line.id)
    const counts = Object.fromEntries(own.map(({ state, count }) => [state, count]))
    return { ...line, counts: { ...NO_DELIVERIES, ...counts } }
  })
}

/** After a retry, only of what was queued again. */
export async function findPace(db: Queryable, id: number) {
  const all = db.selectFrom('deliveries').where('notification_id', '=', id)
  const { count: waiting, since } = await all
    .select(COUNT)
    .select(({ fn }) => fn.min('created_at').as('since'))
    .where('state', 'in', WAITING_STATES)
    .executeTakeFirstOrThrow()
  const others = all.where('state', 'not in', WAITING_STATES)
  return { waiting, since, tried: await countRows(others.where('updated_at', '>=', since ?? 0)) }
}

const NO_DELIVERIES = Object.fromEntries(
  DELIVERY_STATES.map((state) => [state, 0]),
) as DeliveryCounts

const FAILED_FIRST = sql`case when state in ('failed', 'bounced', 'uncertain') then 0 else 1 end`

export function listDeliveries(
  db: Queryable,
  page: { notificationId: number; q: string; limit: number; offset: number },
): Promise<Delivery[]> {
  const lines = filtered(db, page.notificationId, page.q).selectAll()
  const ordered = lines.orderBy(FAILED_FIRST).orderBy('id')
  return ordered.limit(page.limit).offset(page.offset).execute()
}

export const countLogLines = (db: Queryable, notificationId: number, q: string) =>
  countRows(filtered(db, notificationId, q))

export const iterateDeliveries = (db: Queryable, notificationId: number) =>
  inBatches<Delivery>((last, length) => {
    const lines = filtered(db, notificationId, '').where('id', '>', last?.id ?? 0)
    return lines.selectAll().orderBy('id').limit(length).execute()
  })

/** @param q part of the recipient's address; empty for all */
const filtered = (db: Queryable, notificationId: number, q: string) =>
  db
    .selectFrom('deliveries')
    .where('notification_id', '=', notificationId)
    .$if(q !== '', (query) => query.where(contains(sql`lower(recipient)`, q)))

export const findDelivery = (db: Queryable, id: number): Promise<Delivery | undefined> =>
  db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
