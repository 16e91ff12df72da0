import type { Queryable } from '../../platform/database/schema.ts'
import { resetThrottle, type Throttle, takeFromThrottle } from '../../platform/database/throttle.ts'
import { networksOf } from '../../platform/http/client-networks.ts'
import { sha256 } from '../../platform/http/signing.ts'
import { returnToThrottle } from './queries.ts'

/*
 * PROMISES 5. One client guessing at one account is stopped soon and for a while; everybody together guessing at one
 * account only for a short time, so that nobody can lock an administrator out for long. A browser in which the
 * administrator signed in before has a count of its own, which strangers cannot use up (OWASP: device cookies).
 */

const MINUTE = 60_000

export interface Guess {
  /** Normalized. */
  email: string
  clientIp: string | null
  /** Identifies a browser in which this account signed in before. */
  knownDevice: string | undefined
}

export interface GuessCounts {
  /** @returns 0 when the guess may be tried, otherwise the seconds to wait */
  take(now: number): Promise<number>
  /** After the right guess: only wrong ones count. */
  forgive(): Promise<void>
}

export function createGuessCounts(db: Queryable, guess: Guess): GuessCounts {
  const { own, client } = throttlesFor(guess)
  return {
    async take(now) {
      for (const throttle of client ? [own[0], client, ...own.slice(1)] : own) {
        const seconds = throttle ? await takeFromThrottle(db, throttle, now) : 0
        if (seconds > 0) return seconds
      }
      return 0
    },
    async forgive() {
      for (const { key } of own) await resetThrottle(db, key)
      // A client with an account of its own must not reset what it guessed at others.
      if (client) await returnToThrottle(db, client.key)
    },
  }
}

function throttlesFor({ email, clientIp, knownDevice }: Guess) {
  // Hashed: whatever was typed as an address, the key is short and plain.
  const account = sha256(email).slice(0, 32)
  if (knownDevice !== undefined) {
    const key = `sign-in:device:${account}:${sha256(knownDevice).slice(0, 32)}`
    return { own: [{ key, limit: 5, windowMs: 15 * MINUTE }] }
  }
  const [client] = networksOf(clientIp)
  const own: Throttle[] = [
    { key: `sign-in:pair:${account}:${client}`, limit: 5, windowMs: 15 * MINUTE },
    { key: `sign-in:account:${account}`, limit: 20, windowMs: 5 * MINUTE },
  ]
  return { own, client: { key: `sign-in:client:${client}`, limit: 30, windowMs: 15 * MINUTE } }
}

/** Wrong second factors after the right password: whoever gets here knows the password already. */
export const codeThrottle = (administratorId: number): Throttle => ({
  key: `sign-in:code:${administratorId}`,
  limit: 10,
  windowMs: 15 * MINUTE,
})

/** Wrong current passwords typed into a session's own account page. */
export const currentPasswordThrottle = (administratorId: number): Throttle => ({
  key: `current-password:${administratorId}`,
  limit: 10,
  windowMs: 15 * MINUTE,
})
