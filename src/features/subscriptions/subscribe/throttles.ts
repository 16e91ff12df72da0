import { returnToThrottle, takeFromThrottle } from '../../../platform/database/throttle.ts'
import { TooManyRequestsError } from '../../../platform/http/errors.ts'
import { sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mailboxKey } from '../rules.ts'

const TEN_MINUTES = 600_000

/** Enough for a whole law firm behind one IP address; too few for a bot that plants addresses. */
export const SUBSCRIBE_THROTTLE = { name: 'subscribe', limit: 30, windowMs: TEN_MINUTES }

/** Generous: a mail provider sends all its users' one-click requests from a few IP addresses. */
export const LINK_THROTTLE = { name: 'unsubscribe', limit: 600, windowMs: TEN_MINUTES }

const HOUR = 3_600_000

/** Allows a second address of the same person, and a whole firm to subscribe, but no flooding of a mailbox. */
export const RECIPIENT_LIMITS = { address: 1, mailbox: 3, domain: 200 }

/**
 * Counts requests to subscribe a mailbox, across all processes (PROMISES 30); the table stores only hashes.
 * @returns `refused` if a limit was reached (then nothing is counted); call `undo` if the message was not sent
 */
export async function countRecipient(platform: Platform, emailKey: string) {
  const { db, secretKey, clock, config } = platform
  const mailbox = mailboxKey(emailKey)
  const limited = [
    { by: 'address', who: emailKey, windowMs: HOUR },
    { by: 'mailbox', who: mailbox, windowMs: 24 * HOUR },
    { by: 'domain', who: mailbox.slice(mailbox.indexOf('@')), windowMs: HOUR },
  ] as const
  const taken: string[] = []
  const undo = async () => {
    for (const key of taken.splice(0)) await returnToThrottle(db, key)
  }
  for (const { by, who, windowMs } of limited) {
    // Without confirmations no mail is sent, and a case in the news may gain thousands of subscribers at one provider.
    if (by === 'domain' && !config.subscribeConfirmation) continue
    const key = `recipient-${by}:${sign(secretKey, 'throttle', who)}`
    const throttle = { key, limit: RECIPIENT_LIMITS[by], windowMs }
    const seconds = await takeFromThrottle(db, throttle, clock())
    if (seconds > 0) {
      await undo()
      return { refused: { by, seconds }, undo }
    }
    taken.push(key)
  }
  return { undo }
}

export const tooManyRecipients = (seconds: number) =>
  new TooManyRequestsError(
    'Too many addresses like this were entered recently. Please try again later.',
    seconds,
  )
