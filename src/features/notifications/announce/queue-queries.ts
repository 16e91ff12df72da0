import { sql } from 'kysely'
import { lockRows } from '../../../platform/database/dialect.ts'
import type { Entry, Notification, Queryable } from '../../../platform/database/schema.ts'
import { RETRIABLE_STATES } from '../rules.ts'

/* What puts deliveries in the queue: announcing an entry, and trying failed ones again. */

/** The entry, held so that two presses at once come one after the other. */
export async function findEntryForNotification(
  db: Queryable,
  id: number,
): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select * from entries where id = ${id} ${lockRows(db)}`.execute(db)
  return rows[0]
}

export async function insertNotification(
  db: Queryable,
  notification: Omit<Notification, 'id' | 'stopped_at' | 'finished_at' | 'recipient_count'>,
): Promise<number> {
  const { id } = await db
    .insertInto('notifications')
    .values({ ...notification, recipient_count: 0, stopped_at: null, finished_at: null })
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

/** Deliveries in one of the states, or with one of the ids. */
export interface RetryChoice {
  states: (typeof RETRIABLE_STATES)[number][]
  ids: number[]
}

/**
 * Puts chosen deliveries back in the queue, if they failed or are uncertain; their two days begin again. The Message-ID
 * stays, so that a receiver can tell a copy.
 * @returns how many of each state there were
 */
export async function requeueDeliveries(
  db: Queryable,
  { notificationId, now, ...choice }: RetryChoice & { notificationId: number; now: number },
): Promise<{ failed: number; uncertain: number }> {
  const counts = { failed: 0, uncertain: 0 }
  for (const state of RETRIABLE_STATES) {
    let chosen = db
      .updateTable('deliveries')
      .set({ state: 'queued', next_attempt_at: now, created_at: now, updated_at: now })
      .where('notification_id', '=', notificationId)
      .where('state', '=', state)
    if (!choice.states.includes(state)) {
      if (choice.ids.length === 0) continue
      chosen = chosen.where('id', 'in', choice.ids)
    }
    const { numUpdatedRows } = await chosen.executeTakeFirst()
    counts[state] = Number(numUpdatedRows)
  }
  return counts
}

/** Lets a notification run again, a stopped one too. @throws the database's unique violation where another of its entry is running */
export async function reopenNotification(db: Queryable, id: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ stopped_at: null, finished_at: null })
    .where('id', '=', id)
    .execute()
}
