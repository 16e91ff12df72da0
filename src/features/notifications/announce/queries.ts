import { sql } from 'kysely'
import type { Notification, Queryable } from '../../../platform/database/schema.ts'

interface NewNotification
  extends Omit<Notification, 'id' | 'stopped_at' | 'finished_at' | 'recipient_count'> {
  /** In the order in which the message tells them. */
  entryIds: readonly number[]
}

/**
 * Queues one delivery to the test recipient where one is given, or else to every active subscriber. The database makes
 * the rows itself, since there may be a hundred thousand. A test names no subscription, so that none can end it.
 */
export async function insertNotification(
  db: Queryable,
  { entryIds, ...notification }: NewNotification,
  test: { recipient: string; token: string } | undefined,
): Promise<{ id: number; recipient_count: number }> {
  const { id } = await db
    .insertInto('notifications')
    .values({ ...notification, recipient_count: 0, stopped_at: null, finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = entryIds.map((entry_id, position) => ({
    ...{ notification_id: id, entry_id, position },
  }))
  await db.insertInto('notification_entries').values(about).execute()
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
