import { type RawBuilder, sql } from 'kysely'
import { lockRows } from '../../platform/database/dialect.ts'
import { leaseEnd } from '../../platform/database/leases.ts'
import { hasRows } from '../../platform/database/query-results.ts'
import type { Database, Delivery, Notification, Queryable } from '../../platform/database/schema.ts'
import { OLDEST_FIRST } from '../docket/entries/queries.ts'
import { RETRIABLE_STATES } from './rules.ts'

const selectEntries = (db: Queryable, ids: readonly number[]) =>
  db
    .selectFrom('entries')
    .selectAll()
    .where('id', 'in', [0, ...ids])

/** Includes deleted ones; in docket order, oldest first. */
export const listEntriesById = (db: Queryable, ids: readonly number[]) =>
  selectEntries(db, ids).orderBy(OLDEST_FIRST).execute()

/** In a fixed order, so that simultaneous requests run one after the other. */
export const lockEntries = (db: Queryable, ids: readonly number[]) =>
  selectEntries(db, ids).orderBy('id').modifyEnd(lockRows(db)).execute()

export const selectNotifications = (db: Queryable) =>
  db
    .selectFrom('notifications')
    .select(['id', 'mode', 'subject', 'recipient_count', 'created_by', 'created_at'])
    .select(['stopped_at', 'finished_at'])
    .orderBy('id', 'desc')

/** Notifications about any of the entries, each once, newest first; of no entries, those that say that the case is closed. */
export function listPastNotifications(db: Queryable, entryIds: readonly number[]) {
  const about = db.selectFrom('notification_entries').select('notification_id')
  const past = selectNotifications(db)
  return entryIds.length === 0
    ? past.where('id', 'not in', about).execute()
    : past.where('id', 'in', about.where('entry_id', 'in', entryIds)).execute()
}

type NewNotification = Omit<Notification, 'id' | 'stopped_at' | 'finished_at' | 'recipient_count'>

/** @param test the only recipient, without a subscription, so that unsubscribing cannot skip it; else all active subscribers */
export async function insertNotification(
  db: Queryable,
  { entryIds, ...notification }: NewNotification & { entryIds: readonly number[] },
  test: { recipient: string; token: string } | undefined,
) {
  const { id } = await db
    .insertInto('notifications')
    .values({ ...notification, recipient_count: 0, stopped_at: null, finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = entryIds.map((entry_id, position) => ({ entry_id, position, notification_id: id }))
  if (about.length > 0) await db.insertInto('notification_entries').values(about).execute()
  const now = sql`cast(${notification.created_at} as bigint)`
  const recipients = test
    ? sql`select cast(null as integer), cast(${test.recipient} as text), cast(${test.token} as text)`
    : sql`select id, email, token from subscriptions where state = 'active' order by id`
  const { numAffectedRows } = await sql`
    with r (subscription_id, recipient, token) as (${recipients})
    insert into deliveries (notification_id, subscription_id, recipient, token, state, attempts, server_reply,
      message_id, next_attempt_at, created_at, updated_at)
    select cast(${id} as integer), subscription_id, recipient, token, 'queued', 0, '', '', ${now}, ${now}, ${now}
    from r`.execute(db)
  const recipient_count = Number(numAffectedRows)
  await db.updateTable('notifications').set({ recipient_count }).where('id', '=', id).execute()
  return { id, recipient_count }
}

const selectNotification = (db: Queryable, id: number) =>
  db.selectFrom('notifications').selectAll().where('id', '=', id)

export const findNotification = (db: Queryable, id: number) =>
  selectNotification(db, id).executeTakeFirst()

export const lockNotification = (db: Queryable, id: number) =>
  selectNotification(db, id).modifyEnd(lockRows(db)).executeTakeFirst()

const cancelReason = sql<string | null>`case
  when n.stopped_at is not null then 'Stopped by an administrator'
  when exists (select 1 from notification_entries t join entries e on e.id = t.entry_id
    where t.notification_id = n.id and (e.status <> 'published' or e.deleted_at is not null))
  then 'The entry is no longer public' end`

export const cancelled = sql`(select n.id, ${cancelReason} as reason from notifications n
  where n.finished_at is null and ${cancelReason} is not null) as c`

/** Only deliveries to subscribers have a subscription; a removed one counts as unsubscribed. */
const unsubscribed = sql<string | null>`case when d.subscription_id is not null and not exists (
  select 1 from subscriptions s where s.id = d.subscription_id and s.state = 'active')
  then case when exists (select 1 from subscriptions s where s.id = d.subscription_id and s.state = 'bounced')
    then 'Earlier mail to this address was returned' else 'Unsubscribed before the message was sent' end end`

const skipReason = sql<string | null>`coalesce(
  (select c.reason from ${cancelled} where c.id = d.notification_id), ${unsubscribed})`

/** What was said before stays: a message that was uncertain may have arrived. */
export const withEarlierReply = (reason: RawBuilder<unknown>) =>
  sql`${reason} || case when server_reply = '' then '' else '; before: ' || server_reply end`

export type TakenDelivery = Pick<
  Delivery,
  'id' | 'notification_id' | 'recipient' | 'token' | 'attempts' | 'created_at' | 'message_id'
>

interface TakeOptions {
  now: number
  limit: number
  /** In testing mode, the only allowed recipient: notifications to subscribers stay queued (PROMISES 21). */
  onlyTo?: string | undefined
  /** Of the Message-ID, which is the same for every attempt, so that receivers recognize duplicates. */
  host: string
}

/** Takes due deliveries, longest waiting first, and skips those that must no longer be sent (CONTRACT section 6). */
export async function takeDeliveries(
  db: Queryable,
  worker: string,
  { now, limit, onlyTo, host }: TakeOptions,
): Promise<{ taken: TakenDelivery[]; isMore: boolean }> {
  if (limit === 0) return { taken: [], isMore: false }
  const isTest = sql`d.recipient = ${onlyTo} and d.notification_id in
    (select id from notifications where mode = 'test' and finished_at is null)`
  const { rows } = await sql<TakenDelivery & Pick<Delivery, 'state'>>`
    with due as materialized (
      select d.id, ${skipReason} as reason from deliveries d
      where d.state in ('queued', 'deferred') and d.next_attempt_at <= ${now}
        and ${onlyTo === undefined ? sql`true` : isTest}
      order by d.next_attempt_at, d.id limit ${limit} ${lockRows(db, true)})
    update deliveries set
      state = case when due.reason is null then 'sending' else 'skipped' end,
      attempts = attempts + case when due.reason is null then 1 else 0 end,
      message_id = case when due.reason is null
        then '<notification-' || notification_id || '.delivery-' || deliveries.id || ${`@${host}>`} else message_id end,
      server_reply = coalesce(${withEarlierReply(sql`due.reason`)}, server_reply),
      leased_by = case when due.reason is null then ${worker} end,
      leased_until = case when due.reason is null then ${leaseEnd(db)} end,
      updated_at = ${now}
    from due where deliveries.id = due.id
    returning deliveries.id, notification_id, recipient, token, attempts, created_at, message_id, state`.execute(
    db,
  )
  const taken = rows.filter(({ state }) => state === 'sending').sort((a, b) => a.id - b.id)
  return { taken, isMore: rows.length === limit }
}

export const markStopped = (db: Queryable, id: number, now: number) =>
  db.updateTable('notifications').set({ stopped_at: now }).where('id', '=', id).execute()

export async function finishNotifications(db: Database, now: number): Promise<void> {
  if (!(await hasRows(db.selectFrom('notifications').where('finished_at', 'is', null)))) return
  await db.transaction().execute(async (trx) => {
    // Without the lock, a retry being written at this moment would be overlooked.
    await sql`select id from notifications where finished_at is null ${lockRows(trx)}`.execute(trx)
    await sql`update notifications set finished_at = ${now} where finished_at is null and not exists (
      select 1 from deliveries d where d.notification_id = notifications.id
        and d.state in ('queued', 'sending', 'deferred'))`.execute(trx)
  })
}

export interface RetryChoice {
  notificationId: number
  states: (typeof RETRIABLE_STATES)[number][]
  ids: number[]
}

/** Restarts the notification, even a stopped one, for another two days. What would only be skipped stays as it is. */
export async function requeueDeliveries(
  db: Queryable,
  { notificationId, states, ids, now }: RetryChoice & { now: number },
) {
  const restarted = db.updateTable('notifications').set({ stopped_at: null, finished_at: null })
  await restarted.where('id', '=', notificationId).execute()
  const counts = { failed: 0, uncertain: 0 }
  for (const state of RETRIABLE_STATES) {
    const { numUpdatedRows } = await db
      .updateTable('deliveries as d')
      .set({ state: 'queued', next_attempt_at: now, created_at: now, updated_at: now })
      .where(unsubscribed, 'is', null)
      .where('notification_id', '=', notificationId)
      .where('state', '=', state)
      .$if(!states.includes(state), (chosen) => chosen.where('id', 'in', [0, ...ids]))
      .executeTakeFirst()
    counts[state] = Number(numUpdatedRows)
  }
  return counts
}
