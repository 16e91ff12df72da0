import type { Config } from '../../config.ts'
import type { Notification, Subscription } from '../../platform/database/schema.ts'
import { parseAddress } from './rules.ts'

/* All test-mode rules: code that queues or sends a message asks here who may get it (PROMISES 21). */

type Settings = Config['notifications']

/** The only address that may be mailed, empty if none is set; undefined in live mode, which allows any address. */
export function onlyRecipient({ mode, testRecipient }: Settings): string | undefined {
  return mode === 'live' ? undefined : (testRecipient ?? '')
}

/** The last check before a notification's message goes to the mailer, no matter what the tables say. */
export function mayMail(settings: Settings, recipient: string): boolean {
  const only = onlyRecipient(settings)
  return only === undefined || (only !== '' && recipient === only)
}

/** The address for a subscription's own mail; in test mode, only the test recipient as configured, or undefined. */
export function addressToMail(
  settings: Settings,
  subscription: Pick<Subscription, 'email' | 'email_key'>,
): string | undefined {
  const only = onlyRecipient(settings)
  if (only === undefined) return subscription.email
  const recipient = parseAddress(only)
  return recipient.accepted && recipient.key === subscription.email_key ? only : undefined
}

/** Notifications to subscribers wait while the service is in test mode. */
export function isHeldBack({ mode }: Settings, notification: Pick<Notification, 'mode'>): boolean {
  return mode === 'test' && notification.mode === 'live'
}

/** A test does not reach subscribers, so their first notification needs no "send again". */
export function countsAsNotified({ mode }: Settings, past: Pick<Notification, 'mode'>): boolean {
  return past.mode === 'live' || mode === 'test'
}
