import type { FastifyReply, FastifyRequest } from 'fastify'
import { returnToThrottle, takeFromThrottle } from '../../../platform/database/throttle.ts'
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

/**
 * Counts a mailbox that anyone has mail sent to, for all processes together (PROMISES 30); the table has only hashes.
 * @returns `refused` where a limit was reached and so nothing was counted; `giveBack` for a message that did not go out
 */
export async function countRecipient(
  { db, secretKey, clock, config }: Pick<Platform, 'db' | 'secretKey' | 'clock' | 'config'>,
  emailKey: string,
) {
  const mailbox = mailboxOf(emailKey)
  const limited = [
    { by: 'address', who: emailKey, windowMs: HOUR },
    { by: 'mailbox', who: mailbox, windowMs: 24 * HOUR },
    { by: 'domain', who: mailbox.slice(mailbox.indexOf('@')), windowMs: HOUR },
  ] as const
  const taken: string[] = []
  const giveBack = async () => {
    for (const key of taken.splice(0)) await returnToThrottle(db, key)
  }
  for (const { by, who, windowMs } of limited) {
    // Only a confirmation is mail; a case in the news may gain thousands of subscribers at one provider in an hour.
    if (by === 'domain' && !config.subscribeConfirmation) continue
    const key = `recipient-${by}:${sign(secretKey, 'throttle', who)}`
    const throttle = { key, limit: RECIPIENT_LIMITS[by], windowMs }
    const seconds = await takeFromThrottle(db, throttle, clock())
    if (seconds > 0) {
      await giveBack()
      return { refused: { by, seconds }, giveBack }
    }
    taken.push(key)
  }
  return { giveBack }
}

export const tooManyRecipients = (seconds: number) =>
  new TooManyRequestsError(
    'Too many addresses like this were entered recently. Please try again later.',
    seconds,
  )
