import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Throttle, takeFromThrottle } from '../../database/throttle.ts'
import type { SigningDeps } from '../../platform.ts'
import { TooManyRequestsError } from '../errors.ts'
import { sign } from '../signing.ts'

/** An IPv6 customer gets at least a /64, often a /56, and a /48 on request. */
const PREFIXES = [64, 56, 48]

/** The networks whose requests are counted together, narrowest first. Limits apply to each of them (PROMISES 30). */
export function networksOf(clientIp: string | null): string[] {
  if (clientIp === null || !ipaddr.isValid(clientIp)) return ['unknown']
  const address = ipaddr.process(clientIp)
  if (address.kind() === 'ipv4') return [address.toString()]
  const hex = Buffer.from(address.toByteArray()).toString('hex')
  return PREFIXES.map((bits) => `${hex.slice(0, bits / 4)}/${bits}`)
}

export type ClientThrottle = Omit<Throttle, 'key'> & { name: string }

/** Multiples of the limit for the /64, /56, and /48, so that neighbors have some left when a client has used up its own. */
const SHARES = [1, 2, 4]

/** Shared by all processes (PROMISES 12). The table stores only a keyed hash of the client. */
export async function countRequest(
  { db, secretKey, clock }: SigningDeps,
  request: FastifyRequest,
  { name, limit, windowMs }: ClientThrottle,
): Promise<void> {
  const networks = networksOf(request.clientIp ?? request.raw.socket.remoteAddress ?? null)
  for (const [index, network] of networks.entries()) {
    const key = `${name}:${sign(secretKey, 'throttle', network)}`
    const throttle = { key, limit: limit * (SHARES[index] ?? 1), windowMs }
    const seconds = await takeFromThrottle(db, throttle, clock())
    if (seconds > 0) {
      const message = 'Too many attempts. Please try again in a few minutes.'
      throw new TooManyRequestsError(message, seconds)
    }
  }
}
