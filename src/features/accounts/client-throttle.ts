import type { FastifyRequest } from 'fastify'
import { takeFromThrottle } from '../../platform/database/throttle.ts'
import { networksOf } from '../../platform/http/client-networks.ts'
import { TooManyRequestsError } from '../../platform/http/errors.ts'
import { sign } from '../../platform/http/signing.ts'
import type { Platform } from '../../platform/platform.ts'

export interface ClientThrottle {
  name: string
  /** Requests of one client within the window. */
  limit: number
  windowMs: number
}

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
  const [client] = networksOf(request.clientIp ?? request.raw.socket.remoteAddress ?? null)
  const key = `${name}:${sign(secretKey, 'throttle', client)}`
  const seconds = await takeFromThrottle(db, { key, limit, windowMs }, clock())
  if (seconds > 0) {
    throw new TooManyRequestsError(
      'Too many attempts from here. Please try again in a few minutes.',
      seconds,
    )
  }
}
