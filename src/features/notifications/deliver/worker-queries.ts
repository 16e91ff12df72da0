import { sql } from 'kysely'
import { databaseTime, lockRows } from '../../../platform/database/dialect.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { calledOff } from '../delivery-queries.ts'
import { MAX_DELIVERY_PAUSE_MS } from '../rules.ts'

export type WorkerRow = Awaited<ReturnType<typeof listWorkers>>[number]
export type WorkerIdentity = Omit<WorkerRow, 'silent_for'>

export async function upsertWorker(db: Queryable, worker: WorkerIdentity): Promise<void> {
  const now = databaseTime(db)
  await db
    .insertInto('workers')
    .values({ ...worker, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute()
}

export function listWorkers(db: Queryable) {
  return db
    .selectFrom('workers')
    .select(['id', 'host', 'pid'])
    .select(sql<number>`${databaseTime(db)} - seen_at`.as('silent_for'))
    .execute()
}

export function removeWorkers(db: Database, ids: string[], now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('workers')
      .where('id', 'in', ['', ...ids])
      .execute()
    return markAbandoned(trx, now)
  })
}

/** Marks messages that a worker had in hand when it died as uncertain. @returns how many there were */
export async function markAbandoned(db: Queryable, now: number): Promise<number> {
  const server_reply = 'The program ended after the message was handed over'
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state: 'uncertain', worker_id: null, updated_at: now, server_reply })
    .where('worker_id', 'is not', null)
    .where('worker_id', 'not in', db.selectFrom('workers').select('id'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** For a restored backup or a rehearsal copy: whatever was waiting then may have been sent by the service since. */
export const markRestored = (db: Queryable): Promise<unknown> =>
  db
    .updateTable('deliveries')
    .set({
      state: 'uncertain',
      worker_id: null,
      server_reply: 'From a copy of the database; the service may have sent it since',
    })
    .where('state', 'in', ['queued', 'sending', 'deferred'])
    .execute()

const failWaiting = (db: Queryable, server_reply: string, now: number) =>
  db
    .updateTable('deliveries')
    .set({ state: 'failed', server_reply, updated_at: now })
    .where('state', 'in', ['queued', 'deferred'])

export const failUnsent = (
  db: Queryable,
  { queuedBefore, reply, now }: { queuedBefore: number; reply: string; now: number },
) => failWaiting(db, reply, now).where('created_at', '<', queuedBefore).execute()

/**
 * Deliveries that were queued or deferred while the clock was ahead become due, and their two days begin.
 */
export async function releaseFutureDeliveries(db: Queryable, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      next_attempt_at: now,
      created_at: sql`case when created_at > ${now} then ${now} else created_at end`,
    })
    .where('state', 'in', ['queued', 'deferred'])
    .where('next_attempt_at', '>', now + MAX_DELIVERY_PAUSE_MS)
    .execute()
}

/** Fails tests to an address that is no longer the test recipient; they would otherwise wait forever. */
export function failFormerTests(db: Queryable, testRecipient: string, now: number) {
  const tests = db.selectFrom('notifications').select('id').where('mode', '=', 'test')
  return failWaiting(db, 'Not sent: no longer the test recipient', now)
    .where('recipient', '<>', testRecipient)
    .where('notification_id', 'in', tests)
    .execute()
}

const PIECE = 1000

/** In pieces, so that no one waits long for it. Rows a worker has locked are passed over: it checks the same thing. */
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
