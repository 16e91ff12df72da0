import { setTimeout as pause } from 'node:timers/promises'
import type { Subscription } from '../../../platform/database/schema.ts'
import { randomToken } from '../../../platform/http/signing.ts'
import type { SendResult } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import { caseName } from '../../../ui/layout/layout.tsx'
import { findCaseSettings } from '../../site/queries.ts'
import { siteHeader } from '../../site/site-frame.ts'
import { addressToMail } from '../test-mode-rules.ts'
import { CONFIRM_WITHIN_DAYS, confirmationToken } from './confirm-subscription.ts'
import { confirmationMail } from './confirmation-mail.tsx'
import { countRecipient, tooManyRecipients } from './recipient-throttles.ts'

/**
 * `confirmation_held`: the installation is in testing mode, where nobody but the test recipient is ever mailed
 * (PROMISES 21). `confirmation_refused`: the mail server does not take mail for this address.
 */
export type ConfirmationResult =
  | 'confirmation_sent'
  | 'confirmation_held'
  | 'confirmation_refused'
  | 'confirmation_failed'

/** A mail server may take minutes; the visitor is not kept waiting for it. */
const PATIENCE_MS = 15_000

/**
 * Sends the confirmation link, at most once an hour for one address and three times a day for one mailbox: the form is no
 * means to flood one. Whoever asks more often gets the usual answer (docs/decisions/037).
 * @throws TooManyRequestsError for a domain that very many ask for
 */
export async function sendConfirmation(
  platform: Platform,
  subscription: Subscription,
): Promise<ConfirmationResult> {
  const to = addressToMail(platform.config.notifications, subscription)
  if (to === undefined) return 'confirmation_held'
  const count = await countRecipient(platform, subscription.email_key)
  if (count.refused?.by === 'domain') throw tooManyRecipients(count.refused.seconds)
  if (count.refused) return 'confirmation_sent'
  const sending = send(platform, subscription, to)
  const result = await Promise.race([sending, pause(PATIENCE_MS, undefined, { ref: false })])
  if (!result || result.outcome === 'sent' || result.outcome === 'uncertain') {
    return 'confirmation_sent'
  }
  await count.giveBack()
  const { outcome, concerns } = result
  // Without the server's reply: it may repeat the address (PROMISES 13).
  platform.log.warn({ outcome, concerns, subscription: subscription.id }, 'confirmation not sent')
  return outcome === 'failed' && concerns === 'message'
    ? 'confirmation_refused'
    : 'confirmation_failed'
}

async function send(
  platform: Platform,
  subscription: Subscription,
  to: string,
): Promise<SendResult> {
  const { config, db, secretKey, mailer } = platform
  const site = siteHeader(platform, await findCaseSettings(db))
  const token = confirmationToken(secretKey, subscription)
  const link = `${config.publicUrl}/subscribe/confirm/${token}`
  return mailer.send({
    ...confirmationMail({
      caseName: caseName(site),
      publicUrl: config.publicUrl,
      link,
      days: CONFIRM_WITHIN_DAYS,
    }),
    messageId: `<confirmation.${randomToken()}@${new URL(config.publicUrl).hostname}>`,
    from: config.mail.from,
    to,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}
