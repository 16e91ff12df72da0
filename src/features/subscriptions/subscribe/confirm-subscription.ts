import type { Subscription } from '../../../platform/database/schema.ts'
import { isSame, sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findSubscription, markSubscription } from '../queries.ts'

/** After this, whoever typed the address has to ask again. */
export const CONFIRM_WITHIN_DAYS = 7
const CONFIRM_WITHIN_MS = CONFIRM_WITHIN_DAYS * 24 * 3_600_000

/**
 * Stands in the confirmation link. Another secret than the unsubscribe token, so that an old notification, forwarded to
 * somebody, cannot be used to subscribe its first reader again.
 */
export function confirmationToken(
  secretKey: string,
  { id, token }: Pick<Subscription, 'id' | 'token'>,
): string {
  return `${id}-${sign(secretKey, 'confirm-subscription', `${id} ${token}`)}`
}

/** The subscription that waits for this confirmation, or has it already; undefined for a link that leads nowhere. */
export async function findConfirmable(
  { db, secretKey, clock }: Pick<Platform, 'db' | 'secretKey' | 'clock'>,
  given: string,
): Promise<Subscription | undefined> {
  const id = /^([1-9]\d{0,8})-[A-Za-z0-9_-]{43}$/.exec(given)?.[1]
  const subscription = id === undefined ? undefined : await findSubscription(db, Number(id))
  if (!subscription || !isSame(confirmationToken(secretKey, subscription), given)) return undefined
  const { state, updated_at } = subscription
  const isWaiting = state === 'pending' && updated_at > clock() - CONFIRM_WITHIN_MS
  return isWaiting || state === 'active' ? subscription : undefined
}

/** @returns whether the subscription is active now; not so where it ended or was removed meanwhile */
export async function confirmSubscription(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  subscription: Subscription,
): Promise<boolean> {
  if (subscription.state === 'active') return true
  if (await markSubscription(db, subscription, { state: 'active' }, clock())) return true
  return (await findSubscription(db, subscription.id))?.state === 'active'
}
