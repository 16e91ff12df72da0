import type { Config } from '../../config.ts'
import type { Notification, Subscription } from '../../platform/database/schema.ts'
import { parseMailbox } from './rules.ts'

/* All test-mode rules: code that queues or sends a message asks here who may get it (PROMISES 21). */

type TestModeSettings = Config['notifications']
type Mode = Pick<Notification, 'mode'>

/** The only address that may be mailed, empty if none is set; undefined in live mode, which allows any address. */
export function onlyRecipient({ mode, testRecipient }: TestModeSettings): string | undefined {
  return mode === 'live' ? undefined : (testRecipient ?? '')
}

/** The last check before a notification's message goes to the mailer, no matter what the tables say. */
export function mayMail(settings: TestModeSettings, recipient: string): boolean {
  const only = onlyRecipient(settings)
  return only === undefined || (only !== '' && recipient === only)
}

/** The address for a subscription's own mail; in test mode, only the test recipient as configured, or undefined. */
export function addressToMail(
  settings: TestModeSettings,
  subscription: Pick<Subscription, 'email' | 'email_key'>,
): string | undefined {
  const only = onlyRecipient(settings)
  if (only === undefined) return subscription.email
  const recipient = parseMailbox(only)
  return recipient.accepted && recipient.key === subscription.email_key ? only : undefined
}

/** Notifications to subscribers wait while the service is in test mode. */
export function isHeldBack({ mode }: TestModeSettings, notification: Mode): boolean {
  return mode === 'test' && notification.mode === 'live'
}

/** A test does not reach subscribers, so their first notification needs no "send again". */
export function countsAsNotified({ mode }: TestModeSettings, past: Mode): boolean {
  return past.mode === 'live' || mode === 'test'
}
