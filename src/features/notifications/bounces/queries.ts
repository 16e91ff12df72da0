import { sql } from 'kysely'
import { hasChanged } from '../../../platform/database/query-results.ts'
import type { Delivery, Queryable, Subscription } from '../../../platform/database/schema.ts'

/** Also what is still `sending`: a report may be faster than the server's own reply. @returns false if it was marked before */
export function markBounced(
  db: Queryable,
  id: number,
  change: Pick<Delivery, 'server_reply' | 'bounce_cause' | 'updated_at'>,
) {
  // Without a token the subscriber was removed, and reports repeat the address.
  const server_reply = sql<string>`case when token = '' then '' else ${change.server_reply} end`
  const bounced = { ...change, server_reply, state: 'bounced' } as const
  return hasChanged(
    db
      .updateTable('deliveries')
      .set({ ...bounced, leased_by: null, leased_until: null })
      .where('id', '=', id)
      .where('state', 'in', ['sent', 'uncertain', 'sending']),
  )
}

const OF_RECIPIENT = ['mailbox', 'recipient'] as const

/** When a subscriber's messages that came back for the recipient were queued, newest first, back to the last that arrived. */
export async function listFailuresInARow(
  db: Queryable,
  { id, updated_at }: Pick<Subscription, 'id' | 'updated_at'>,
): Promise<number[]> {
  const accepted = db
    .selectFrom('deliveries')
    .where('subscription_id', '=', id)
    .where('state', 'in', ['sent', 'bounced', 'uncertain'])
    .where('created_at', '>=', updated_at)
  const lastArrived = accepted
    .where(({ or, eb }) =>
      or([eb('bounce_cause', 'is', null), eb('bounce_cause', 'not in', OF_RECIPIENT)]),
    )
    .select(({ fn, lit }) => fn.coalesce(fn.max('id'), lit(0)).as('id'))
  const failed = accepted.where('id', '>', lastArrived).select('created_at')
  const rows = await failed.orderBy('created_at', 'desc').execute()
  return rows.map(({ created_at }) => created_at)
}

export function findBounceMailbox(db: Queryable) {
  return db.selectFrom('bounce_mailbox').selectAll().executeTakeFirstOrThrow()
}

const mailbox = (db: Queryable) => db.updateTable('bounce_mailbox')

/** @param problem empty if the mailbox can be read; `problem_since` is kept while the problem is the same */
export async function markMailbox(db: Queryable, problem: string, at: number): Promise<void> {
  const changed = mailbox(db).set({ problem, problem_since: problem === '' ? null : at })
  await changed.where('problem', '!=', problem).execute()
}

export const countUnknownReport = (db: Queryable) =>
  mailbox(db).set({ unknown_reports: sql`unknown_reports + 1` }).execute()

/** @returns how many times the message's reading has begun without an end, this time included: one may end this program */
export async function beginReportReading(db: Queryable, message: string): Promise<number> {
  const attempts = sql<number>`case when reading = ${message} then attempts + 1 else 1 end`
  const begun = mailbox(db).set({ attempts, reading: message })
  return (await begun.returning('attempts').executeTakeFirstOrThrow()).attempts
}

export const endReportReading = (db: Queryable) =>
  mailbox(db).set({ reading: '', attempts: 0 }).execute()

export const countSetAside = (db: Queryable) =>
  mailbox(db).set({ set_aside: sql`set_aside + 1` }).execute()
