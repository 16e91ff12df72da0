import { type RawBuilder, sql } from 'kysely'
import { databaseTime, lockRows } from '../../../platform/database/dialect.ts'
import { isLeaseOver, leaseEnd } from '../../../platform/database/leases.ts'
import { forRows } from '../../../platform/database/row-statement.ts'
import type { Delivery, Queryable } from '../../../platform/database/schema.ts'
import { cancelled, withEarlierReply } from '../delivery-queries.ts'
import { GIVE_UP_AFTER_MS, gaveUp, MAX_DELIVERY_PAUSE_MS } from '../rules.ts'
import { createPacer, type ServerPause } from './pacing.ts'

/** @returns which of the deliveries this worker still has; the others were taken from it */
export async function renewLeases(db: Queryable, worker: string, ids: readonly number[]) {
  const held = db.updateTable('deliveries').set({ leased_until: leaseEnd(db) })
  const own = held.where('leased_by', '=', worker).where('id', 'in', [0, ...ids])
  const rows = await own.returning('id').execute()
  return new Set(rows.map(({ id }) => id))
}

const UNCERTAIN = { state: 'uncertain', leased_by: null, leased_until: null } as const

/** @returns how many leases there were */
async function markAbandoned(db: Queryable, now: number, leases: RawBuilder<boolean>) {
  const server_reply = 'The program ended after the message was handed over'
  const update = db.updateTable('deliveries').set({ ...UNCERTAIN, server_reply, updated_at: now })
  return Number((await update.where(leases).executeTakeFirst()).numUpdatedRows)
}

export const endLostLeases = (db: Queryable, now: number) =>
  markAbandoned(db, now, sql`leased_by is not null and ${isLeaseOver(db, 'leased_until')}`)

export const endLeases = (db: Queryable, worker: string, now: number) =>
  markAbandoned(db, now, sql`leased_by = ${worker}`)

/** How many messages may go now, of all processes together. Locks the row until the transaction ends. */
export async function lockPace(trx: Queryable, perSecond: number) {
  const now = sql<number>`${databaseTime(trx)} * 1000`
  const pace = await trx
    .selectFrom('mail_pace')
    .select(['next_us as next', now.as('now')])
    .modifyEnd(lockRows(trx))
    .executeTakeFirstOrThrow()
  const { room, nextAfter } = createPacer(perSecond, pace)
  return {
    room,
    /** @returns how long until the next message may go, in milliseconds */
    async spend(count: number): Promise<number> {
      const next_us = nextAfter(count)
      if (count > 0) await trx.updateTable('mail_pace').set({ next_us }).execute()
      return Math.max(0, next_us - pace.now) / 1000
    },
  }
}

/** @param pause undefined: the mail server takes messages again */
export async function savePause(db: Queryable, pause: ServerPause | undefined): Promise<void> {
  const { until, reply } = pause ?? { until: 0, reply: '' }
  await db.updateTable('mail_pace').set({ paused_until: until, pause_reply: reply }).execute()
}

export const findPause = (db: Queryable): Promise<ServerPause | undefined> =>
  db
    .selectFrom('mail_pace')
    .select(['paused_until as until', 'pause_reply as reply'])
    .where('pause_reply', '<>', '')
    .executeTakeFirst()

/** For a restored backup or a rehearsal copy. */
export function markRestored(db: Queryable): Promise<unknown> {
  const server_reply = 'From a copy of the database; the service may have sent it since'
  const restored = db.updateTable('deliveries').set({ ...UNCERTAIN, server_reply })
  return restored.where('state', 'in', ['queued', 'sending', 'deferred']).execute()
}

const failWaiting = (db: Queryable, server_reply: string, now: number) =>
  db
    .updateTable('deliveries')
    .set({ state: 'failed', server_reply, updated_at: now })
    .where('state', 'in', ['queued', 'deferred'])

/** @param reply of the server that is paused: nothing is attempted, so nothing else gives these up */
export const failUnsent = (db: Queryable, reply: string, now: number) =>
  failWaiting(db, gaveUp(reply), now)
    .where('created_at', '<', now - GIVE_UP_AFTER_MS)
    .execute()

/** Deliveries that were queued or deferred while the clock was ahead become due, and their two days begin. */
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

/** They would otherwise wait forever. */
export function failFormerTests(db: Queryable, testRecipient: string, now: number) {
  const tests = db.selectFrom('notifications').select('id').where('mode', '=', 'test')
  return failWaiting(db, 'Not sent: no longer the test recipient', now)
    .where('recipient', '<>', testRecipient)
    .where('notification_id', 'in', tests)
    .execute()
}

const BATCH_SIZE = 1000

/** In pieces, so that no one waits long for it. Rows a worker has locked are passed over: it checks the same thing. */
export async function skipCancelled(db: Queryable, now: number): Promise<void> {
  const reason = sql`(select c.reason from ${cancelled} where c.id = deliveries.notification_id)`
  for (;;) {
    const { numAffectedRows } = await sql`
      update deliveries set state = 'skipped', updated_at = ${now},
        server_reply = ${withEarlierReply(reason)}
      where id in (
        select id from deliveries where state in ('queued', 'deferred')
          and notification_id in (select c.id from ${cancelled})
        limit ${BATCH_SIZE} ${lockRows(db, true)})`.execute(db)
    if (Number(numAffectedRows) < BATCH_SIZE) return
  }
}

/** After a commit whose outcome is unknown. */
export async function requeueUnsent(db: Queryable, worker: string, handedOver: number[]) {
  await sql`update deliveries set attempts = attempts - 1, leased_by = null, leased_until = null,
      state = case when attempts > 1 then 'deferred' else 'queued' end
    where leased_by = ${worker} and id not in (${sql.join([0, ...handedOver])})`.execute(db)
}

export interface Ending extends Pick<Delivery, 'id' | 'state' | 'server_reply' | 'attempts'> {
  next_attempt_at: number | null
}

const saveEndings = forRows<Ending & { leased_by: string; updated_at: number }>(
  {
    id: 'integer',
    state: 'text',
    server_reply: 'text',
    attempts: 'integer',
    next_attempt_at: 'bigint',
    leased_by: 'text',
    updated_at: 'bigint',
  },
  // Without a token the subscriber was removed meanwhile, and servers repeat the address in their replies.
  `update deliveries set state = v.state, leased_by = null, leased_until = null,
      server_reply = case when deliveries.token = '' then '' else v.server_reply end,
      updated_at = v.updated_at, next_attempt_at = coalesce(v.next_attempt_at, deliveries.next_attempt_at)
    from v where deliveries.id = v.id and (deliveries.leased_by = v.leased_by
      or (deliveries.state = 'uncertain' and deliveries.attempts = v.attempts))`,
)

/** Also of deliveries whose lease was lost; their notification may have been finished. Writing a result twice is harmless. */
export async function markEnded(
  db: Queryable,
  worker: string,
  { endings, now }: { endings: Ending[]; now: number },
): Promise<void> {
  const rows = endings.map((ending) => ({ ...ending, leased_by: worker, updated_at: now }))
  await saveEndings(db, rows)
  const deferred = rows.flatMap(({ id, state }) => (state === 'deferred' ? id : []))
  if (deferred.length === 0) return
  const waiting = db.selectFrom('deliveries').where('id', 'in', deferred)
  await db
    .updateTable('notifications')
    .set({ finished_at: null })
    .where('finished_at', 'is not', null)
    .where('id', 'in', waiting.where('state', '=', 'deferred').select('notification_id'))
    .execute()
}
