import type { Subscription, SubscriptionState } from '../../../platform/database/schema.ts'
import { UnavailableError } from '../../../platform/http/errors.ts'
import { randomToken } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findSubscriptionByKey, insertSubscription, markSubscription } from '../queries.ts'
import { type ConfirmationResult, sendConfirmation } from './confirmation.ts'
import { countRecipient, tooManyRecipients } from './throttles.ts'

/** One mailbox, as `parseAddress` accepted it. */
export interface Mailbox {
  address: string
  key: string
}

export type SubscribeResult =
  | 'subscribed'
  | 'reactivated'
  | 'already_subscribed'
  | ConfirmationResult

/** Each try fails only if somebody else changed the same subscription in between. */
const MOST_TRIES = 5

/**
 * Subscribes the mailbox, or asks it to confirm where SUBSCRIBE_CONFIRMATION is on. The unsubscribe token is made once
 * and stays (CONTRACT section 3). Of two requests at once for one new address one subscribes it, the other is told so.
 * @throws UnavailableError, TooManyRequestsError
 */
export async function subscribe(platform: Platform, mailbox: Mailbox): Promise<SubscribeResult> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const result = await trySubscribe(platform, mailbox)
    if (result) return result
  }
  throw new UnavailableError('This address is being changed at the moment. Please try again.')
}

async function trySubscribe(
  platform: Platform,
  mailbox: Mailbox,
): Promise<SubscribeResult | undefined> {
  const { db, config, clock } = platform
  const state: SubscriptionState = config.subscribeConfirmation ? 'pending' : 'active'
  const found = await findSubscriptionByKey(db, mailbox.key)
  if (found?.state === 'active') return 'already_subscribed'
  if (!found && state === 'active') {
    const { refused } = await countRecipient(platform, mailbox.key)
    // Of requests at once for one address the row itself lets one through.
    if (refused && refused.by !== 'address') throw tooManyRecipients(refused.seconds)
  }
  const email = mailbox.address
  const change = { state, email, updated_at: clock() }
  const subscription = found
    ? (await markSubscription(db, found, change)) && { ...found, ...change }
    : await insertSubscription(
        db,
        { email, email_key: mailbox.key, token: randomToken(), state },
        clock(),
      )
  if (!subscription) return undefined
  return state === 'pending' ? sendConfirmation(platform, subscription) : started(found)
}

/** Whoever never confirmed was never subscribed. */
function started(found: Subscription | undefined): SubscribeResult {
  return found?.state === 'unsubscribed' ? 'reactivated' : 'subscribed'
}
