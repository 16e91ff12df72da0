import type { FastifyRequest } from 'fastify'
import { signedIn } from '../../accounts/sessions/guard.ts'
import type { Actor } from './record-change.ts'

/** Who sent the request, for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  return { administrator: signedIn(request).administrator, clientIp: request.clientIp }
}
