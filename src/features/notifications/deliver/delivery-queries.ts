import { sql } from 'kysely'
import { lockRows, rowsAsTable } from '../../../platform/database/dialect.ts'
import type { Database, DeliveryState, Queryable } from '../../../platform/database/schema.ts'
import { whySkipped } from '../announce/called-off-queries.ts'

/* What the worker reads and writes. A lease is a delivery with its worker's id; it changes nothing else. */

export interface Lease {
  id: number
  notification_id: number
  recipient: string
  token: string
  attempts: number
  created_at: number
}

/**
 * Takes due deliveries for the worker, the longest waiting first; what another is taking is passed over.
 * @param onlyTo in testing mode the one recipient: notifications to subscribers stay where they are (PROMISES 21)
 */
export async function leaseDeliveries(
  db: Queryable,
  worker: string,
  { now, limit, onlyTo }: { now: number; limit: number; onlyTo?: string | undefined },
): Promise<Lease[]> {
  const mayGo =
    onlyTo === undefined
      ? sql`true`
      : sql`recipient = ${onlyTo} and notification_id in
          (select id from notifications where mode = 'test' and finished_at is null)`
  const { rows } = await sql<Lease>`
    update deliveries set worker_id = ${worker}
    where id in (
      select id from deliveries
      where state in ('queued', 'deferred') and worker_id is null and next_attempt_at <= ${now} and ${mayGo}
      order by next_attempt_at, id limit ${limit} ${lockRows(db, true)})
    returning id, notification_id, recipient, token, attempts, created_at`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
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

/** What the worker writes of one delivery: that it is about to be handed over, or what became of it. */
export interface Mark {
  id: number
  /** `sending`, or an end, or `deferred`. */
  state: DeliveryState
  attempts: number
  message_id: string
  /** Null leaves what is there. */
  server_reply: string | null
  next_attempt_at: number | null
}

const columns = {
  id: 'integer',
  state: 'text',
  attempts: 'integer',
  message_id: 'text',
  server_reply: 'text',
  next_attempt_at: 'bigint',
} as const

/**
 * Writes all marks in one statement, which is one commit. What is about to be sent becomes `skipped` instead, with the
 * reason, where it must not go any more (CONTRACT section 6). A worker that was taken for dead meanwhile has no say any
 * more: its deliveries do not carry its id. Repeating a mark is harmless. (coalesce: by the index on worker_id SQLite
 * would look through all that the worker has taken, for each mark.)
 * @returns the ids that are marked as was asked
 */
export async function markDeliveries(
  db: Queryable,
  worker: string,
  marks: Mark[],
  now: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; state: DeliveryState }>`
    update deliveries set
      state = case when m.reason is null then m.state else 'skipped' end,
      attempts = case when m.reason is null then m.attempts else m.attempts - 1 end,
      message_id = case when m.reason is null then m.message_id else deliveries.message_id end,
      server_reply = coalesce(m.reason, m.server_reply, deliveries.server_reply),
      next_attempt_at = coalesce(m.next_attempt_at, deliveries.next_attempt_at),
      worker_id = case when m.state = 'sending' and m.reason is null then worker_id end,
      updated_at = ${now}
    from (
      select v.*, case when v.state = 'sending' then ${whySkipped} end as reason
      from ${rowsAsTable(db, columns, marks)} join deliveries d on d.id = v.id) as m
    where deliveries.id = m.id and coalesce(worker_id, '') = ${worker} and (deliveries.state = 'sending'
      or m.state = 'sending' and deliveries.state in ('queued', 'deferred'))
    returning deliveries.id, deliveries.state`.execute(db)
  return new Set(rows.filter(({ state }) => state !== 'skipped').map(({ id }) => id))
}

/** After a mark whose commit may or may not have arrived: what was never handed over goes back to the queue. */
export async function unmarkSending(db: Queryable, worker: string, marks: Mark[]): Promise<void> {
  for (const { id, attempts } of marks) {
    await db
      .updateTable('deliveries')
      .set({ state: attempts > 1 ? 'deferred' : 'queued', attempts: attempts - 1, worker_id: null })
      .where('id', '=', id)
      .where('worker_id', '=', worker)
      .where('state', '=', 'sending')
      .execute()
  }
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

/** Ends deliveries that waited two days for a server out of reach; those in the worker's own hands too. */
export async function failUnsent(
  db: Queryable,
  worker: string,
  { queuedBefore, reply, now }: { queuedBefore: number; reply: string; now: number },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', server_reply: reply, worker_id: null, updated_at: now })
    .where('state', 'in', ['queued', 'deferred'])
    .where('created_at', '<', queuedBefore)
    .where((eb) => eb.or([eb('worker_id', 'is', null), eb('worker_id', '=', worker)]))
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
    .where('worker_id', 'is', null)
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
