import type { FastifyReply, FastifyRequest } from 'fastify'
import { countRequest } from '../../../platform/http/request/client-throttle.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'

const TEN_MINUTES = 600_000

/** A law firm behind one address may subscribe as a whole; a program that plants addresses gets nowhere. */
export const SUBSCRIBE_THROTTLE = { name: 'subscribe', limit: 30, windowMs: TEN_MINUTES }

/** Wide: a mail provider sends the one-click requests of all its customers from a few addresses. */
export const LINK_THROTTLE = { name: 'unsubscribe', limit: 600, windowMs: TEN_MINUTES }

/** Before what is sent to the address of a token: keeps it private, and counts it (PROMISES 9, 12). */
export const linkVisit =
  (platform: Platform) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
    await countRequest(platform, request, LINK_THROTTLE)
  }
