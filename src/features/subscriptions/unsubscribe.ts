import type { Subscription } from '../../platform/database/schema.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Actor } from '../accounts/audit-log/queries.ts'
import { recordAudit } from '../accounts/audit-log/queries.ts'
import { maskAddress } from './list/mask-address.ts'
import { findSubscription, findSubscriptionByToken, markSubscription } from './queries.ts'
import { isTestToken } from './test-token.ts'

/** Whom a link's token stands for; `test` where the message was a test to someone without a subscription. */
export type TokenHolder = Subscription | 'test'

/** Ours are base64url; those of version 1.0 may be anything that stood in a link. PostgreSQL takes no NUL. */
const tokenShape = /^[\x21-\x7e]{1,500}$/

export async function findTokenHolder(
  { db, secretKey }: Pick<Platform, 'db' | 'secretKey'>,
  token: string,
): Promise<TokenHolder | undefined> {
  if (!tokenShape.test(token)) return undefined
  return isTestToken(secretKey, token) ? 'test' : findSubscriptionByToken(db, token)
}

/** Ends the subscription; one that has ended stays so. */
export async function unsubscribe(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  subscription: Subscription,
): Promise<void> {
  let current: Subscription | undefined = subscription
  // Whoever was quicker: this request asked for the end, so it is repeated until the end is there.
  while (current && current.state !== 'unsubscribed') {
    if (await markSubscription(db, current, { state: 'unsubscribed' }, clock())) return
    current = await findSubscription(db, subscription.id)
  }
}

/** An administrator unsubscribes someone who asked for it otherwise than by the link. */
export async function unsubscribeOnRequest(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: number,
  doer: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const subscription = await findSubscription(trx, id)
    if (!subscription) throw new NotFoundError('This subscriber has been removed.')
    await unsubscribe({ db: trx, clock }, subscription)
    await recordAudit(trx, {
      ...doer,
      at: clock(),
      action: 'subscriber.unsubscribed',
      // Never the whole address: it may have to be removed for good one day, and the log stays as it is.
      subject: `Subscriber ${id} (${maskAddress(subscription.email)})`,
    })
  })
}
