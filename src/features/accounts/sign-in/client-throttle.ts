import type { FastifyRequest } from 'fastify'
import { takeFromThrottle } from '../../../platform/database/throttle.ts'
import { TooManyRequestsError } from '../../../platform/http/errors.ts'
import { networksOf } from '../../../platform/http/request/client-networks.ts'
import { sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'

export interface ClientThrottle {
  name: string
  /** Requests of one client within the window. */
  limit: number
  windowMs: number
}

/** For the /64, /56 and /48 of an IPv6 client: its neighbors have something left when it has used up its own. */
const SHARES = [1, 2, 4]

/**
 * Counts a public request of this client, for all processes together (PROMISES 12). The table knows the client only by a
 * keyed hash: who asked for what from where is nobody's business.
 * @throws TooManyRequestsError with Retry-After
 */
export async function countRequest(
  { db, secretKey, clock }: Pick<Platform, 'db' | 'secretKey' | 'clock'>,
  request: FastifyRequest,
  { name, limit, windowMs }: ClientThrottle,
): Promise<void> {
  const networks = networksOf(request.clientIp ?? request.raw.socket.remoteAddress ?? null)
  for (const [index, network] of networks.entries()) {
    const key = `${name}:${sign(secretKey, 'throttle', network)}`
    const throttle = { key, limit: limit * (SHARES[index] ?? 1), windowMs }
    const seconds = await takeFromThrottle(db, throttle, clock())
    if (seconds > 0) {
      throw new TooManyRequestsError(
        'Too many attempts. Please try again in a few minutes.',
        seconds,
      )
    }
  }
}
