import type { Config } from '../../config.ts'
import type { Notification, Subscription } from '../../platform/database/schema.ts'
import { parseAddress } from './rules.ts'

/* All of test mode: whoever queues or sends a message asks here whom it may go to (PROMISES 21). */

type Settings = Config['notifications']

/** The one address that may be mailed, empty where none is set; undefined in live mode, where anyone may be. */
export function onlyRecipient({ mode, testRecipient }: Settings): string | undefined {
  return mode === 'live' ? undefined : (testRecipient ?? '')
}

/** Asked at the last moment before a notification's message goes to the mailer, whatever the tables say. */
export function mayMail(settings: Settings, recipient: string): boolean {
  const only = onlyRecipient(settings)
  return only === undefined || (only !== '' && recipient === only)
}

/** Where a subscription's own mail goes: the test recipient as configured, or nowhere, in test mode. */
export function addressToMail(
  settings: Settings,
  subscription: Pick<Subscription, 'email' | 'email_key'>,
): string | undefined {
  const only = onlyRecipient(settings)
  if (only === undefined) return subscription.email
  const recipient = parseAddress(only)
  return recipient.accepted && recipient.key === subscription.email_key ? only : undefined
}

/** A notification to the subscribers waits while the service is in test mode. */
export function isHeldBack({ mode }: Settings, notification: Pick<Notification, 'mode'>): boolean {
  return mode === 'test' && notification.mode === 'live'
}

/** A test tells no subscriber, so the first notification to them needs no "send again". */
export function countsAsNotified({ mode }: Settings, past: Pick<Notification, 'mode'>): boolean {
  return past.mode === 'live' || mode === 'test'
}
