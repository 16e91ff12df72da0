import type { SubscriptionState } from '../../../platform/database/schema.ts'
import { ConflictError } from '../../../platform/http/errors.ts'
import { randomToken } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findSubscriptionByKey, insertSubscription, markSubscription } from '../queries.ts'
import { refuseIfClosed, sendConfirmation } from './confirmation.ts'
import { countRecipient, tooManyRecipients } from './throttles.ts'

/**
 * Subscribes the mailbox, or asks it to confirm if SUBSCRIBE_CONFIRMATION is on. The unsubscribe token is generated once and
 * never changes (CONTRACT section 3). Of simultaneous requests for one address, one succeeds.
 * @throws ConflictError, TooManyRequestsError, and what sendConfirmation throws
 */
export async function subscribe(platform: Platform, mailbox: { address: string; key: string }) {
  const { db, config, clock } = platform
  await refuseIfClosed(db)
  const state: SubscriptionState = config.subscribeConfirmation ? 'pending' : 'active'
  const existing = await findSubscriptionByKey(db, mailbox.key)
  if (existing?.state === 'active') throw alreadySubscribed()
  if (!existing && state === 'active') {
    const { refused } = await countRecipient(platform, mailbox.key)
    // For simultaneous requests for one address, the unique row lets only one through.
    if (refused && refused.by !== 'address') throw tooManyRecipients(refused.seconds)
  }
  const email = mailbox.address
  const now = clock()
  const change = { state, email, updated_at: now }
  const created = { email, email_key: mailbox.key, token: randomToken(), state }
  const subscription = existing
    ? (await markSubscription(db, existing, change)) && { ...existing, ...change }
    : await insertSubscription(db, created, now)
  if (!subscription) throw alreadySubscribed()
  if (state === 'pending') return sendConfirmation(platform, subscription)
  // Someone who never confirmed was never subscribed.
  return existing && existing.state !== 'pending' ? 'reactivated' : 'subscribed'
}

const alreadySubscribed = () =>
  new ConflictError('This address is already subscribed.', 'already_subscribed')
