import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/database/schema.ts'
import type { MailMessage, SendResult } from '../../../platform/mail/mail.ts'
import { result } from '../../../platform/mail/smtp-outcome.ts'
import type { Platform, SigningDeps } from '../../../platform/platform.ts'
import { senderName } from '../../site/mail-text.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { mayMail } from '../../subscriptions/test-mode-rules.ts'
import { createBounceAddresses } from '../bounces/bounce-address.ts'
import { findNotification, type TakenDelivery } from '../delivery-queries.ts'
import { personalize } from '../message/entry-filed-mail.tsx'
import { gaveUp, nextAttemptAt } from '../rules.ts'
import type { Ending } from './worker-queries.ts'

export type DeliveryPlatform = SigningDeps & Pick<Platform, 'config' | 'mailer' | 'log'>

export function createDeliver(
  { config, db, mailer, clock, log, secretKey }: DeliveryPlatform,
  nextAttempt = nextAttemptAt,
) {
  const { publicUrl } = config
  // A notification's messages differ only in the unsubscribe link; reading its text for each halved the rate.
  const texts = new LRUCache<number, Awaited<ReturnType<typeof readEntriesMail>>>({
    max: 1,
    fetchMethod: (id) => readEntriesMail(db, id),
    ignoreFetchAbort: true,
  })
  const { bounceAddress } = config.mail
  const bounces = bounceAddress ? createBounceAddresses(secretKey, bounceAddress) : undefined

  async function composeMail({ id, notification_id, message_id, recipient, token }: TakenDelivery) {
    const { mail, caption } = await texts.forceFetch(notification_id)
    const link = unsubscribeUrl(publicUrl, token)
    return {
      ...personalize(mail, link),
      messageId: message_id,
      from: config.mail.from,
      fromName: senderName(caption),
      to: recipient,
      returnPath: bounces?.addressOf(id),
      headers: notificationHeaders(link),
    } satisfies MailMessage
  }

  async function handOver(delivery: TakenDelivery): Promise<SendResult> {
    const message = await composeMail(delivery).catch((error: Error) => error)
    if (message instanceof Error) {
      log.error({ err: message, delivery: delivery.id }, 'delivery: message could not be created')
      return result('deferred', 'The message could not be created; see the server log')
    }
    // PROMISES 21: the last check, immediately before the mailer.
    if (!mayMail(config.notifications, message.to)) {
      return result('deferred', 'Held back: the service is in testing mode')
    }
    return mailer.send(message)
  }

  function ending({ id, attempts, created_at }: TakenDelivery, sent: SendResult): Ending {
    const { outcome, reply: server_reply, concerns } = sent
    const ended = { id, attempts, server_reply, next_attempt_at: null }
    if (outcome !== 'deferred') return { ...ended, state: outcome }
    const next_attempt_at = nextAttempt({ attempts, queuedAt: created_at, now: clock(), concerns })
    if (next_attempt_at !== undefined) return { ...ended, state: 'deferred', next_attempt_at }
    return { ...ended, state: 'failed', server_reply: gaveUp(server_reply) }
  }

  return async (delivery: TakenDelivery) => {
    const sent = await handOver(delivery)
    const { outcome, reply } = sent
    const { id, recipient: to, attempts } = delivery
    log.info({ delivery: id, to, outcome, reply, attempts }, 'delivery: attempt')
    return { result: sent, ended: ending(delivery, sent) }
  }
}

async function readEntriesMail(db: Database, id: number) {
  const mail = await findNotification(db, id)
  if (!mail) throw new Error(`there is no notification ${id}`)
  const { caption } = await findCaseSettings(db)
  return { mail, caption }
}

export const notificationHeaders = (unsubscribeLink: string) => ({
  // RFC 8058: a POST to this URL unsubscribes immediately; a GET only shows a page.
  'List-Unsubscribe': `<${unsubscribeLink}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'List-Id': `<notifications.${mailHost(unsubscribeLink)}>`,
  'Auto-Submitted': 'auto-generated',
})

export const unsubscribeUrl = (publicUrl: string, token: string) =>
  new URL(`${publicUrl}/unsubscribe/${encodeURIComponent(token)}`).href

export const mailHost = (publicUrl: string) =>
  new URL(publicUrl).hostname.replace(/[^a-z0-9.-]/g, '') || 'localhost'
