import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  returnToThrottle,
  type Throttle,
  takeFromThrottle,
} from '../../../platform/database/throttle.ts'
import { TooManyRequestsError } from '../../../platform/http/errors.ts'
import { countRequest } from '../../../platform/http/request/client-throttle.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import { sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { mailboxOf } from '../rules.ts'

const TEN_MINUTES = 600_000

/** A whole law firm behind one address may subscribe; a program that plants addresses gets nowhere. */
export const SUBSCRIBE_THROTTLE = { name: 'subscribe', limit: 30, windowMs: TEN_MINUTES }

/** Wide: a mail provider sends the one-click requests of all its customers from a few addresses. */
export const LINK_THROTTLE = { name: 'unsubscribe', limit: 600, windowMs: TEN_MINUTES }

/** Before what is sent to the address of a token: keeps it private, and counts it (PROMISES 9, 12). */
export const linkVisit =
  (platform: Platform) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
    await countRequest(platform, request, LINK_THROTTLE)
  }

const HOUR = 3_600_000

/** Someone may try a second address of theirs, and a whole firm may follow a case; a mailbox cannot be flooded. */
export const RECIPIENT_LIMITS = { address: 1, mailbox: 3, domain: 200 }

type Counting = Pick<Platform, 'db' | 'secretKey' | 'clock' | 'config'>
type By = keyof typeof RECIPIENT_LIMITS

/**
 * Counts a mailbox that anyone has mail sent to, for all processes together (PROMISES 30); the table has only hashes.
 * @returns `refused` where a limit was reached and so nothing was counted; `giveBack` for a message that did not go out
 */
export async function countRecipient(
  { db, secretKey, clock, config }: Counting,
  emailKey: string,
): Promise<{ refused?: { by: By; seconds: number }; giveBack(): Promise<void> }> {
  const throttle = (by: By, who: string, windowMs: number) => ({
    by,
    key: `recipient-${by}:${sign(secretKey, 'throttle', who)}`,
    limit: RECIPIENT_LIMITS[by],
    windowMs,
  })
  const mailbox = mailboxOf(emailKey)
  const throttles = [
    throttle('address', emailKey, HOUR),
    throttle('mailbox', mailbox, 24 * HOUR),
    // Only a confirmation is mail; a case in the news may gain thousands of subscribers at one provider in an hour.
    ...(config.subscribeConfirmation
      ? [throttle('domain', mailbox.slice(mailbox.indexOf('@')), HOUR)]
      : []),
  ]
  const taken: Throttle[] = []
  const giveBack = async () => {
    for (const { key } of taken) await returnToThrottle(db, key)
  }
  for (const { by, ...one } of throttles) {
    const seconds = await takeFromThrottle(db, one, clock())
    if (seconds > 0) {
      await giveBack()
      return { refused: { by, seconds }, giveBack: async () => {} }
    }
    taken.push(one)
  }
  return { giveBack }
}

export const tooManyRecipients = (seconds: number) =>
  new TooManyRequestsError(
    'Too many addresses like this were entered recently. Please try again later.',
    seconds,
  )
