import { sql } from 'kysely'
import { lockRows, rowsAsTable } from '../../../platform/database/dialect.ts'
import type { Database, DeliveryState, Queryable } from '../../../platform/database/schema.ts'
import { whySkipped } from '../announce/called-off-queries.ts'

/* What the worker reads and writes. A delivery that is being sent carries its worker's id, and no other does. */

export interface Taken {
  id: number
  notification_id: number
  recipient: string
  token: string
  /** This one included. */
  attempts: number
  created_at: number
  message_id: string
}

interface Asked {
  now: number
  limit: number
  /** In testing mode the one recipient: notifications to subscribers stay where they are (PROMISES 21). */
  onlyTo?: string | undefined
  /** Right side of the Message-ID, which is the same for every attempt: who got it twice is shown it once. */
  host: string
}

/**
 * Marks due deliveries as being sent by the worker, the longest waiting first, and skips with its reason what must not go
 * any more (CONTRACT section 6). What another worker is taking is passed over.
 */
export async function takeDeliveries(
  db: Queryable,
  worker: string,
  { now, limit, onlyTo, host }: Asked,
): Promise<{ taken: Taken[]; isMore: boolean }> {
  if (limit === 0) return { taken: [], isMore: false }
  const mayGo =
    onlyTo === undefined
      ? sql`true`
      : sql`d.recipient = ${onlyTo} and d.notification_id in
          (select id from notifications where mode = 'test' and finished_at is null)`
  const { rows } = await sql<Taken & { state: DeliveryState }>`
    with due as materialized (
      select d.id, ${whySkipped} as reason from deliveries d
      where d.state in ('queued', 'deferred') and d.next_attempt_at <= ${now} and ${mayGo}
      order by d.next_attempt_at, d.id limit ${limit} ${lockRows(db, true)})
    update deliveries set
      state = case when due.reason is null then 'sending' else 'skipped' end,
      attempts = attempts + case when due.reason is null then 1 else 0 end,
      message_id = case when due.reason is null
        then '<notification-' || notification_id || '.delivery-' || deliveries.id || ${`@${host}>`} else message_id end,
      server_reply = coalesce(due.reason, server_reply),
      worker_id = case when due.reason is null then ${worker} end,
      updated_at = ${now}
    from due where deliveries.id = due.id
    returning deliveries.id, notification_id, recipient, token, attempts, created_at, message_id, state`.execute(
    db,
  )
  const taken = rows.filter(({ state }) => state === 'sending').sort((a, b) => a.id - b.id)
  return { taken, isMore: rows.length === limit }
}

/** Messages that have still to go, now or later. */
export async function countWaitingDeliveries(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', 'in', ['queued', 'deferred'])
    .executeTakeFirstOrThrow()
  return row.count
}

/** What became of an attempt. */
export interface Ending {
  id: number
  state: DeliveryState
  server_reply: string
  /** Of a deferred one. */
  next_attempt_at: number | null
}

const columns = {
  id: 'integer',
  state: 'text',
  server_reply: 'text',
  next_attempt_at: 'bigint',
} as const

/**
 * A worker that was taken for dead meanwhile has no say any more: its deliveries do not carry its id. Writing an ending
 * again is harmless.
 */
export async function markEnded(
  db: Queryable,
  worker: string,
  { endings, now }: { endings: Ending[]; now: number },
): Promise<void> {
  await sql`
    update deliveries set state = v.state, server_reply = v.server_reply, worker_id = null, updated_at = ${now},
      next_attempt_at = coalesce(v.next_attempt_at, deliveries.next_attempt_at)
    from ${rowsAsTable(db, columns, endings)}
    where deliveries.id = v.id and worker_id = ${worker}`.execute(db)
}

export async function listSending(db: Queryable, worker: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('worker_id', '=', worker)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** After a commit that may or may not have arrived: what was never handed over goes back to the queue. */
export async function requeueUnsent(
  db: Queryable,
  worker: string,
  handedOver: number[],
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set(({ eb, case: when }) => ({
      state: when().when('attempts', '>', 1).then('deferred').else('queued').end() as never,
      attempts: eb('attempts', '-', 1),
      worker_id: null,
    }))
    .where('worker_id', '=', worker)
    .where('id', 'not in', [0, ...handedOver])
    .execute()
}

/**
 * Closes the notifications of which every delivery has come to its end.
 * The lock keeps a retry that is just being written from being overlooked.
 */
export async function finishNotifications(db: Database, now: number): Promise<number> {
  const running = db.selectFrom('notifications').select('id').where('finished_at', 'is', null)
  if (!(await running.limit(1).executeTakeFirst())) return 0
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from notifications where finished_at is null ${lockRows(trx)}`.execute(trx)
    if (rows.length === 0) return 0
    const { numUpdatedRows } = await trx
      .updateTable('notifications')
      .set({ finished_at: now })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deliveries')
              .select('deliveries.id')
              .whereRef('notification_id', '=', 'notifications.id')
              .where('state', 'in', ['queued', 'sending', 'deferred']),
          ),
        ),
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}

/** Ends deliveries that waited two days for a server out of reach. */
export async function failUnsent(
  db: Queryable,
  { queuedBefore, reply, now }: { queuedBefore: number; reply: string; now: number },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', server_reply: reply, updated_at: now })
    .where('state', 'in', ['queued', 'deferred'])
    .where('created_at', '<', queuedBefore)
    .execute()
}

/** In testing mode: ends trials to somebody who is not the test recipient any more, who would wait for ever. */
export async function failFormerTests(
  db: Queryable,
  testRecipient: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      state: 'failed',
      server_reply: 'Not sent: no longer the test recipient',
      updated_at: now,
    })
    .where('state', 'in', ['queued', 'deferred'])
    .where('recipient', '<>', testRecipient)
    .where('notification_id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('mode', '=', 'test')
        .where('finished_at', 'is', null),
    )
    .execute()
}
