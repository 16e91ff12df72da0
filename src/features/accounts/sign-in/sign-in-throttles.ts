import type { Database } from '../../../platform/database/schema.ts'
import {
  resetThrottle,
  returnToThrottle,
  type Throttle,
  takeFromThrottle,
} from '../../../platform/database/throttle.ts'
import { TooManyRequestsError } from '../../../platform/http/errors.ts'
import { networksOf } from '../../../platform/http/request/client-throttle.ts'
import { hashText } from '../../../platform/http/signing.ts'

/*
 * PROMISES 5 and 30. One network guessing at one account is stopped early, before it uses up the limit that all strangers
 * share for that account; that limit resets quickly, so no one can lock an administrator out for long. A browser in which
 * the administrator has signed in before has its own count for passwords and codes, which strangers cannot use up even if
 * they know the password (OWASP: device cookies). docs/decisions/039 lists the combinations.
 */

const MINUTE = 60_000

/** Per 15 minutes, for one IPv4 address or one /64, /56, and /48; lower than what all strangers share, for codes too. */
const AT_ONE_ACCOUNT = [5, 6, 8]
const AT_ALL_ACCOUNTS = [30, 60, 120]

interface Guess {
  email: string
  clientIp: string | null
  knownDevice: string | undefined
}

export function createGuessCounts(db: Database, guess: Guess) {
  const { own, clients, account, codes } = throttlesFor(guess)
  async function takeAll(throttles: Throttle[], now: number): Promise<void> {
    for (const throttle of throttles) {
      const seconds = await takeFromThrottle(db, throttle, now)
      if (seconds === 0) continue
      const wait = seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`
      throw new TooManyRequestsError(`Too many attempts. Wait ${wait} and try again.`, seconds)
    }
  }
  return {
    /** @throws TooManyRequestsError if no more guesses are allowed */
    take: (now: number) => takeAll([...own, ...clients, ...account], now),

    /** The same for a six-digit code that comes with the right password. */
    takeCode: (now: number) => takeAll(codes, now),

    /** Call after a correct guess: only wrong guesses count. */
    async forgive(): Promise<void> {
      for (const { key } of [...own, ...account, ...codes]) await resetThrottle(db, key)
      // A client with its own account must not reset its count of guesses at other accounts.
      for (const { key } of clients) await returnToThrottle(db, key)
    },
  }
}

function throttlesFor({ email, clientIp, knownDevice }: Guess) {
  // Hashed, so that the key is short and plain no matter what was typed as an address.
  const hash = hashText(email).slice(0, 32)
  const throttle = (name: string, limit: number, windowMs = 15 * MINUTE): Throttle => {
    return { key: `sign-in:${name}`, limit, windowMs }
  }
  if (knownDevice !== undefined) {
    const device = hashText(knownDevice).slice(0, 32)
    return { own: [throttle(`device:${hash}:${device}`, 5)], clients: [], account: [], codes: [] }
  }
  const networks = networksOf(clientIp)
  const tiers = (name: string, limits: number[]) =>
    networks.map((network, i) => throttle(`${name}:${network}`, limits[i] ?? 0))
  return {
    own: tiers(`pair:${hash}`, AT_ONE_ACCOUNT),
    clients: tiers('client', AT_ALL_ACCOUNTS),
    account: [throttle(`account:${hash}`, 20, 5 * MINUTE)],
    codes: [throttle(`code:${hash}`, 10)],
  }
}
