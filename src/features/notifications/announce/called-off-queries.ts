import { sql } from 'kysely'
import { lockRows } from '../../../platform/database/dialect.ts'
import type { Queryable } from '../../../platform/database/schema.ts'

/* Notifications that go no further: an administrator stopped them, or nobody could open their link any more. */

/** The reason why nothing of this notification may be sent; null while it may. */
const whyCalledOff = sql<string | null>`case
  when n.stopped_at is not null then 'Stopped by an administrator'
  when e.status <> 'published' or e.deleted_at is not null then 'The entry is no longer public' end`

/** Running ones are few, and found by their index; the table `c` has the reasons of those called off. */
const calledOff = sql`(select n.id, ${whyCalledOff} as reason
  from notifications n join entries e on e.id = n.entry_id
  where n.finished_at is null and ${whyCalledOff} is not null) as c`

/** Only deliveries to subscribers name a subscription; a removed one is as good as ended. */
const unsubscribed = sql`case when d.subscription_id is not null and not exists (
  select 1 from subscriptions s where s.id = d.subscription_id and s.state = 'active')
  then 'Unsubscribed before the message was sent' end`

/** Why the delivery `d` must not be sent; null where it may be. */
export const whySkipped = sql<string | null>`coalesce(
  (select c.reason from ${calledOff} where c.id = d.notification_id), ${unsubscribed})`

const PIECE = 1000

/**
 * Skips what still waits of notifications that were called off, in pieces, so that nobody waits long for it. A delivery
 * that a worker is just marking is passed over: that mark asks the same question.
 */
export async function skipCalledOff(db: Queryable, now: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      update deliveries set state = 'skipped', worker_id = null, updated_at = ${now},
        server_reply = (select c.reason from ${calledOff} where c.id = deliveries.notification_id)
      where id in (
        select id from deliveries where state in ('queued', 'deferred')
          and notification_id in (select c.id from ${calledOff})
        limit ${PIECE} ${lockRows(db, true)})`.execute(db)
    if (Number(numAffectedRows) < PIECE) return
  }
}

/** @returns whether it was running, and not stopped before */
export async function markStopped(db: Queryable, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ stopped_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
