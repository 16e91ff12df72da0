import type { Config } from '../../../config.ts'
import type { Queryable, Subscription } from '../../../platform/database/schema.ts'
import { countSubscribersByState, findSubscriptionByKey } from '../../subscriptions/queries.ts'
import { parseAddress } from '../../subscriptions/rules.ts'
import { onlyRecipient } from '../../subscriptions/test-mode-rules.ts'

/** Whom a notification would go to now; the test recipient is empty where none is set. */
export type Audience =
  | { mode: 'test'; testRecipient: string }
  | { mode: 'live'; subscriberCount: number }

export async function findAudience(
  db: Queryable,
  settings: Config['notifications'],
): Promise<Audience> {
  const only = onlyRecipient(settings)
  if (only !== undefined) return { mode: 'test', testRecipient: only }
  return { mode: 'live', subscriberCount: (await countSubscribersByState(db)).active }
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
