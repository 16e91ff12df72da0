import type { Config } from '../../config.ts'
import type { Queryable, Subscription } from '../../platform/database/schema.ts'
import { countSubscribersByState, findSubscriptionByKey } from '../subscriptions/queries.ts'
import { parseAddress } from '../subscriptions/rules.ts'

/** Whom a notification would go to now; read from the configuration alone. */
export type Audience =
  | { mode: 'test'; testRecipient: string | undefined }
  | { mode: 'live'; subscriberCount: number }

export async function findAudience(
  db: Queryable,
  { mode, testRecipient }: Config['notifications'],
): Promise<Audience> {
  if (mode === 'test') return { mode, testRecipient }
  return { mode, subscriberCount: (await countSubscribersByState(db)).active }
}

/** The test recipient's own subscription, whose link in the message then works as a subscriber's does. */
export async function findTestSubscription(
  db: Queryable,
  testRecipient: string,
): Promise<Subscription | undefined> {
  const parsed = parseAddress(testRecipient)
  const subscription = parsed.accepted ? await findSubscriptionByKey(db, parsed.key) : undefined
  return subscription?.state === 'active' ? subscription : undefined
}
