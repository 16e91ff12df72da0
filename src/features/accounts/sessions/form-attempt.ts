import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { InvalidError } from '../../../platform/http/errors.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import type { Deps } from '../../../platform/platform.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import { recordAudit } from '../audit-log/queries.ts'
import { type SessionClient, signedIn } from './guard.ts'

/** Returns an InvalidError's field errors for redisplaying the form; API clients get the error itself. */
export async function attempt<T>(request: FastifyRequest, action: Promise<T>) {
  try {
    return { value: await action }
  } catch (error) {
    if (error instanceof InvalidError && wantsPage(request)) return { errors: error.errors }
    throw error
  }
}

export function clientOf({ clientIp, headers }: FastifyRequest): SessionClient {
  return { ip: clientIp, userAgent: headers['user-agent'] ?? '' }
}

export const sendPage = (reply: FastifyReply, page: VNode, status = 200) =>
  reply.status(status).type('text/html; charset=utf-8').send(renderPage(page))

/** Exports are recorded in the audit log (PROMISES 7); a HEAD request exports nothing. */
export async function recordExport(
  { db, clock }: Deps,
  request: FastifyRequest,
  { action, fileName: subject }: { action: string; fileName: string },
): Promise<void> {
  if (request.method === 'HEAD') return
  await recordAudit(db, { ...signedIn(request), at: clock(), action, subject })
}
