import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable, Subscription } from '../../../platform/database/schema.ts'
import { ConflictError, InvalidError, UnavailableError } from '../../../platform/http/errors.ts'
import { isSame, randomToken, sign } from '../../../platform/http/signing.ts'
import type { Platform, SigningDeps } from '../../../platform/platform.ts'
import { hasElapsed } from '../../../platform/waits.ts'
import { oneLine } from '../../../shared/clean-text.ts'
import { formatDate } from '../../../shared/date.ts'
import { caseName } from '../../../ui/layout/layout.tsx'
import { mailText, senderName } from '../../site/mail-text.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { siteHeader } from '../../site/site-frame.ts'
import * as queries from '../queries.ts'
import { addressToMail } from '../test-mode-rules.ts'
import { CONFIRM_WITHIN_DAYS, confirmationMail } from './confirmation-mail.tsx'
import { countRecipient, tooManyRecipients } from './throttles.ts'

/**
 * Subscribes the mailbox, or asks it to confirm if SUBSCRIBE_CONFIRMATION is on. The unsubscribe token is generated once and
 * never changes (CONTRACT section 3). Of simultaneous requests for one address, one succeeds.
 * @throws ConflictError, also once the case is closed, TooManyRequestsError, and what sendConfirmation throws
 */
export async function subscribe(platform: Platform, mailbox: { address: string; key: string }) {
  const { db, config, clock } = platform
  await refuseIfClosed(db)
  const state: Subscription['state'] = config.subscribeConfirmation ? 'pending' : 'active'
  const existing = await queries.findSubscriptionByKey(db, mailbox.key)
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
    ? (await queries.markSubscription(db, existing, change)) && { ...existing, ...change }
    : await queries.insertSubscription(db, created, now)
  if (!subscription) throw alreadySubscribed()
  if (state === 'pending') return sendConfirmation(platform, subscription)
  // Someone who never confirmed was never subscribed.
  return existing && existing.state !== 'pending' ? 'reactivated' : 'subscribed'
}

const alreadySubscribed = () =>
  new ConflictError('This address is already subscribed.', 'already_subscribed')

/** A mail server may take minutes; the visitor should not have to wait that long. */
const TIMEOUT_MS = 15_000

/**
 * Too many requests for one mailbox get the usual response, but no message is sent (docs/decisions/037).
 * @returns `confirmation_held` in testing mode, in which only the test recipient is ever mailed (PROMISES 21)
 * @throws InvalidError if the mail server refuses the address, UnavailableError, TooManyRequestsError
 */
async function sendConfirmation(platform: Platform, subscription: Subscription) {
  const to = addressToMail(platform.config.notifications, subscription)
  if (to === undefined) return 'confirmation_held'
  const count = await countRecipient(platform, subscription.email_key)
  if (count.refused?.by === 'domain') throw tooManyRecipients(count.refused.seconds)
  if (count.refused) return 'confirmation_sent'
  const sending = send(platform, subscription, to)
  const result = await Promise.race([sending, pause(TIMEOUT_MS, undefined, { ref: false })])
  if (!result || result.outcome === 'sent' || result.outcome === 'uncertain') {
    return 'confirmation_sent'
  }
  await count.undo()
  const { outcome, concerns } = result
  // The server's reply is not logged: it may repeat the address (PROMISES 13).
  platform.log.warn({ outcome, concerns, subscription: subscription.id }, 'confirmation not sent')
  if (outcome === 'failed' && concerns === 'message') {
    throw invalidEmail('The mail server does not accept mail for this address. Please check it.')
  }
  throw new UnavailableError('The confirmation message could not be sent. Please try again later.')
}

export const invalidEmail = (reason: string) =>
  new InvalidError(reason, { email: [reason] }, 'invalid_email')

async function send(platform: Platform, subscription: Subscription, to: string) {
  const { config, db, secretKey, mailer } = platform
  const site = siteHeader(platform, await findCaseSettings(db))
  const { publicUrl } = config
  const link = `${publicUrl}/subscribe/confirm/${confirmationToken(secretKey, subscription)}`
  const contact = mailText(oneLine(site.contact))
  return mailer.send({
    ...confirmationMail({ caseName: caseName(site), publicUrl, link, contact }),
    fromName: senderName(site.caption),
    messageId: `<confirmation.${randomToken()}@${new URL(publicUrl).hostname}>`,
    from: config.mail.from,
    to,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}

const CONFIRM_WITHIN_MS = CONFIRM_WITHIN_DAYS * 24 * 3_600_000

/** Not the unsubscribe token: a forwarded notification must not let anyone resubscribe its first recipient. */
function confirmationToken(secretKey: string, { id, token }: Pick<Subscription, 'id' | 'token'>) {
  return `${id}-${sign(secretKey, 'confirm-subscription', `${id} ${token}`)}`
}

async function refuseIfClosed(db: Queryable): Promise<void> {
  const { closed_on } = await findCaseSettings(db)
  if (closed_on === '') return
  throw new ConflictError(
    `This docket was closed on ${formatDate(closed_on)}. Nothing more will be filed, so there is nothing to subscribe to.`,
    'docket_closed',
  )
}

export async function findConfirmable({ db, secretKey, clock }: SigningDeps, token: string) {
  const id = /^([1-9]\d{0,8})-[A-Za-z0-9_-]{43}$/.exec(token)?.[1]
  const subscription = id === undefined ? undefined : await queries.findSubscription(db, Number(id))
  if (!subscription || !isSame(confirmationToken(secretKey, subscription), token)) return undefined
  const { state, updated_at } = subscription
  const isWaiting = state === 'pending' && !hasElapsed(updated_at, clock(), CONFIRM_WITHIN_MS)
  return isWaiting || state === 'active' ? subscription : undefined
}

/** @returns undefined if the link no longer works */
export async function confirmSubscription(platform: SigningDeps, token: string) {
  const { db, clock } = platform
  const confirmable = await findConfirmable(platform, token)
  if (confirmable?.state !== 'pending') return confirmable
  await refuseIfClosed(db)
  await queries.markSubscription(db, confirmable, { state: 'active', updated_at: clock() })
  return confirmable
}
