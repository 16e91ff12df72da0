import type { Subscription } from '../../platform/database/schema.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { isSame, sign } from '../../platform/http/signing.ts'
import type { Deps, SigningDeps } from '../../platform/platform.ts'
import { escapePattern } from '../../shared/clean-text.ts'
import { type Actor, recordAudit } from '../accounts/audit-log/queries.ts'
import { lockSettings } from '../site/queries.ts'
import * as queries from './queries.ts'
import { maskAddress } from './rules.ts'

export type TokenHolder = Subscription | 'test'

/** Our tokens are base64url; those from version 1.0 may be anything that fits in a link. */
const tokenShape = /^[\x21-\x7e]{1,500}$/

export async function findTokenHolder({ db, secretKey }: SigningDeps, token: string) {
  if (!tokenShape.test(token)) return undefined
  return isSame(testToken(secretKey), token) ? 'test' : queries.findSubscriptionByToken(db, token)
}

/** For a test recipient without a subscription (CONTRACT section 6). Signed, it needs no row and outlives the setting. */
export const testToken = (secretKey: string) => `test-${sign(secretKey, 'test-unsubscribe', '')}`

/** Works no matter how the subscription has changed since it was read. */
export function unsubscribe({ db, clock }: Deps, { id }: Pick<Subscription, 'id'>) {
  const ended = { state: 'unsubscribed', updated_at: clock() } as const
  return queries.markSubscription(db, { id, state: ['active', 'pending', 'bounced'] }, ended)
}

/** For an address whose mail came back but that an administrator knows is fine. */
function resume({ db, clock }: Deps, { id }: Pick<Subscription, 'id'>) {
  const active = { state: 'active', updated_at: clock() } as const
  return queries.markSubscription(db, { id, state: 'bounced' }, active)
}

/** Never the full address: it may have to be removed one day, and the audit log never changes. */
export const auditName = ({ id, email }: Pick<Subscription, 'id' | 'email'>) =>
  `Subscriber ${id} (${maskAddress(email)})`

/** An administrator's change of one subscription; repeating it changes nothing. */
const onRequest =
  (action: string, change: typeof resume) =>
  (deps: Deps, id: number, actor: Actor): Promise<void> =>
    deps.db.transaction().execute(async (trx) => {
      const subscription = await queries.findSubscription(trx, id)
      if (!subscription) throw new NotFoundError('This subscriber has been removed.')
      if (!(await change({ ...deps, db: trx }, subscription))) return
      const subject = auditName(subscription)
      await recordAudit(trx, { ...actor, at: deps.clock(), action, subject })
    })

export const unsubscribeOnRequest = onRequest('subscriber.unsubscribed', unsubscribe)
export const resumeSubscription = onRequest('subscriber.written-again', resume)

/** Erases the address from every table (docs/decisions/009); the delivery log shows "removed subscriber 12" instead. */
export async function removeSubscriber({ db, clock }: Deps, id: number, actor: Actor) {
  await db.transaction().execute(async (trx) => {
    // A notification that is being queued may have the address.
    await lockSettings(trx)
    const subscription = await queries.findSubscription(trx, id)
    if (!subscription || !(await queries.deleteSubscription(trx, id))) {
      throw new NotFoundError('This subscriber has already been removed.')
    }
    for (const delivery of await queries.listRecordedDeliveries(trx, id)) {
      const addresses = [delivery.recipient, subscription.email, subscription.email_key]
      const server_reply = withoutAddresses(delivery.server_reply, addresses)
      const recipient = `removed subscriber ${id}`
      await queries.anonymizeDelivery(trx, delivery.id, { recipient, server_reply })
    }
    const subject = `Subscriber ${id}`
    await recordAudit(trx, { ...actor, at: clock(), action: 'subscriber.removed', subject })
  })
}

const PLACEHOLDER = '[removed]'

/** Mail servers repeat the address, or the part before the @, in their replies. */
export function withoutAddresses(reply: string, addresses: string[]): string {
  const locals = addresses.map((address) => address.slice(0, address.lastIndexOf('@')))
  const whole = addresses.map(escapePattern).join('|')
  const parts = locals.map(escapePattern).join('|')
  return reply
    .replace(new RegExp(whole, 'giu'), PLACEHOLDER)
    .replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts})(?![\\p{L}\\p{N}])`, 'giu'), PLACEHOLDER)
}
