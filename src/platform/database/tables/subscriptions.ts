import type { Generated, Selectable } from 'kysely'

export type SubscriptionState = 'active' | 'unsubscribed' | 'pending'

export interface SubscriptionsTable {
  id: Generated<number>
  email: string
  /** The address as compared: lower case. */
  email_key: string
  token: string
  state: SubscriptionState
  created_at: number
  updated_at: number
}

export interface SubscriptionsTables {
  subscriptions: SubscriptionsTable
}

export type Subscription = Selectable<SubscriptionsTable>
