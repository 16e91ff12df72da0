import { sql } from 'kysely'
import { hasChanged } from '../../../platform/database/answers.ts'
import type { Delivery, Queryable } from '../../../platform/database/schema.ts'

/** @returns false if it was already marked, or was never accepted */
export async function markBounced(
  db: Queryable,
  id: number,
  change: Pick<Delivery, 'server_reply' | 'updated_at'>,
): Promise<boolean> {
  const delivery = db.updateTable('deliveries').where('id', '=', id)
  const bounced = delivery.set({ ...change, state: 'bounced' })
  return hasChanged(bounced.where('state', 'in', ['sent', 'uncertain']))
}

/** The states of a subscriber's latest finished deliveries, newest first. */
export async function listLatestStates(db: Queryable, subscriptionId: number, limit: number) {
  const rows = await db
    .selectFrom('deliveries')
    .select('state')
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', ['sent', 'bounced', 'failed', 'uncertain'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ state }) => state)
}

/** The status of the bounce mailbox; one row. */
export function findBounceMailbox(db: Queryable) {
  return db.selectFrom('bounce_mailbox').selectAll().executeTakeFirstOrThrow()
}

/** @param problem empty if the mailbox can be read; `problem_since` is kept while the problem is the same */
export async function markMailbox(db: Queryable, problem: string, at: number): Promise<void> {
  await db
    .updateTable('bounce_mailbox')
    .set({ problem, problem_since: problem === '' ? null : at })
    .where('problem', '!=', problem)
    .execute()
}

/** Counts reports with a token that this installation never issued. */
export async function countUnknownReport(db: Queryable): Promise<void> {
  await db
    .updateTable('bounce_mailbox')
    .set({ unknown_reports: sql`unknown_reports + 1` })
    .execute()
}

/**
 * To be called before a message of the mailbox is read, so that one that ends this program is not read for ever.
 * @returns how many times its reading has begun without an end, this time included
 */
export async function beginReportReading(db: Queryable, message: string): Promise<number> {
  const attempts = sql<number>`case when reading = ${message} then attempts + 1 else 1 end`
  const begun = db.updateTable('bounce_mailbox').set({ attempts, reading: message })
  return (await begun.returning('attempts').executeTakeFirstOrThrow()).attempts
}

/** Whatever the next message is, it is read for the first time. */
export async function endReportReading(db: Queryable): Promise<void> {
  await db.updateTable('bounce_mailbox').set({ reading: '', attempts: 0 }).execute()
}

/** Counts messages that could not be read. */
export async function countSetAside(db: Queryable): Promise<void> {
  await db.updateTable('bounce_mailbox').set({ set_aside: sql`set_aside + 1` }).execute()
}
