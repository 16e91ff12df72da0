import { sql } from 'kysely'
import { contains, lockRows } from '../../platform/database/dialect.ts'
import {
  countRows,
  hasChanged,
  hasRemoved,
  inBatches,
} from '../../platform/database/query-results.ts'
import type { Queryable, Subscription, SubscriptionState } from '../../platform/database/schema.ts'

const selectSubscription = (db: Queryable) => db.selectFrom('subscriptions').selectAll()

export const findSubscription = (db: Queryable, id: number) =>
  selectSubscription(db).where('id', '=', id).executeTakeFirst()

export const lockSubscription = (db: Queryable, id: number) =>
  selectSubscription(db).where('id', '=', id).modifyEnd(lockRows(db)).executeTakeFirst()

export const findSubscriptionByKey = (db: Queryable, key: string) =>
  selectSubscription(db).where('email_key', '=', key).executeTakeFirst()

export const findSubscriptionByToken = (db: Queryable, token: string) =>
  selectSubscription(db).where('token', '=', token).executeTakeFirst()

/** @returns undefined if the address already exists, even if another process has just added it */
export const insertSubscription = (
  db: Queryable,
  subscription: Omit<Subscription, 'id' | 'created_at' | 'updated_at'>,
  now: number,
) =>
  db
    .insertInto('subscriptions')
    .values({ ...subscription, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Changes the subscription, unless its state has changed since it was read. @returns whether it did */
export function markSubscription(
  db: Queryable,
  { id, state }: { id: number; state: SubscriptionState | SubscriptionState[] },
  to: { state: SubscriptionState; email?: string; updated_at: number },
): Promise<boolean> {
  const subscription = db.updateTable('subscriptions').where('id', '=', id)
  return hasChanged(subscription.set(to).where('state', 'in', [state].flat()))
}

export const deleteSubscription = (db: Queryable, id: number): Promise<boolean> =>
  hasRemoved(db.deleteFrom('subscriptions').where('id', '=', id))

export const listRecordedDeliveries = (db: Queryable, subscriptionId: number) =>
  db
    .selectFrom('deliveries')
    .select(['id', 'recipient', 'server_reply'])
    .where('subscription_id', '=', subscriptionId)
    .execute()

export const anonymizeDelivery = (
  db: Queryable,
  id: number,
  change: Record<'recipient' | 'server_reply', string>,
) =>
  db
    .updateTable('deliveries')
    .set({ ...change, token: '' })
    .where('id', '=', id)
    .execute()

export type SubscriberCounts = Record<SubscriptionState, number>

/** Uses only the index on state, so that counting 100,000 takes milliseconds. */
export async function countSubscribersByState(db: Queryable): Promise<SubscriberCounts> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['state', sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  return { active: 0, unsubscribed: 0, pending: 0, bounced: 0, ...counts }
}

export interface SubscriberFilter {
  /** Part of the address, in any case; empty for all. */
  q: string
  state: SubscriptionState | undefined
}

export type SubscriberRow = Awaited<ReturnType<typeof listSubscribers>>[number]

/** Why the latest message to a bounced address came back. */
const whyReturned = sql<string | null>`case when subscriptions.state = 'bounced' then (
  select d.server_reply from deliveries d where d.subscription_id = subscriptions.id
    and d.state = 'bounced' order by d.id desc limit 1) end`

export const listSubscribers = (
  db: Queryable,
  filter: SubscriberFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  filtered(db, filter)
    .select(['id', 'email', 'state', 'created_at', 'updated_at', whyReturned.as('returned')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countSubscribers = (db: Queryable, filter: SubscriberFilter) =>
  countRows(filtered(db, filter))

export const iterateSubscribers = (db: Queryable, batchLength?: number) =>
  inBatches<Pick<SubscriberRow, 'id' | 'email' | 'state' | 'created_at'>>((last, length) => {
    const rows = db.selectFrom('subscriptions').select(['id', 'email', 'state', 'created_at'])
    const newest = rows.orderBy('id', 'desc').limit(length)
    return (last ? newest.where('id', '<', last.id) : newest).execute()
  }, batchLength)

function filtered(db: Queryable, { q, state }: SubscriberFilter) {
  let query = db.selectFrom('subscriptions')
  if (state) query = query.where('state', '=', state)
  if (q) {
    // The key has an internationalized domain in ASCII form; the address has it as typed.
    query = query.where(sql<boolean>`(${contains(sql`email_key`, q)} or
      ${contains(sql`lower(email)`, q)})`)
  }
  return query
}
