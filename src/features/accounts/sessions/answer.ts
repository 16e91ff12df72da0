import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { Queryable } from '../../../platform/database/schema.ts'
import { type CsvFile, sendCsv } from '../../../platform/http/csv.ts'
import type { HttpError } from '../../../platform/http/errors.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import type { Deps } from '../../../platform/platform.ts'
import { renderPage } from '../../../ui/layout/render.tsx'
import { recordAudit } from '../audit-log/queries.ts'
import type { SessionClient } from './guard.ts'
import { removeSession } from './session-queries.ts'

/* Who sends a request, and how an administrator's is answered. */

export function clientOf({ clientIp, headers }: FastifyRequest): SessionClient {
  return { ip: clientIp, userAgent: headers['user-agent'] ?? '' }
}

export type SignedIn = ReturnType<typeof signedIn>

/** Who is signed in, and from where; for the audit log. */
export function signedIn({ session, clientIp }: FastifyRequest) {
  if (!session) throw new Error('The route is not guarded')
  const administrator = { id: session.administrator_id, email: session.email }
  return { administrator, session, clientIp }
}

/** Ends the session on the server too; clearing the cookie alone would rely on the browser (PROMISES 3). */
export const signOut = ({ db, clock }: Deps, own: SignedIn) =>
  db.transaction().execute(async (trx) => {
    await removeSession(trx, own.session.id_hash)
    await recordOwn(trx, own, { at: clock(), action: 'administrator.signed_out' })
  })

export const recordOwn = (trx: Queryable, own: SignedIn, event: { at: number; action: string }) =>
  recordAudit(trx, { ...own, ...event, subject: own.administrator.email })

type ErrorKind<Refusal> = abstract new (...args: never[]) => Refusal

/** @returns the refusal if it is of one of these kinds, for a page that shows it; programs get the error itself */
export async function attempt<T, Refusal extends HttpError>(
  request: FastifyRequest,
  action: Promise<T>,
  ...kinds: ErrorKind<Refusal>[]
) {
  try {
    return { value: await action }
  } catch (error) {
    const refusal = error as Refusal
    if (wantsPage(request) && kinds.some((kind) => error instanceof kind)) return { refusal }
    throw error
  }
}

export const sendPage = (reply: FastifyReply, page: VNode, status = 200) =>
  reply.status(status).type('text/html; charset=utf-8').send(renderPage(page))

/** To the page that says what was done. */
export function redirectDone(reply: FastifyReply, location: string, done: string): FastifyReply {
  reply.request.leaveDone?.(done)
  return reply.redirect(location, 303)
}

/** Exports are recorded in the audit log (PROMISES 7); a HEAD request exports nothing. */
export async function exportCsv(
  { db, clock }: Deps,
  reply: FastifyReply,
  { action, ...file }: CsvFile & { action: string },
): Promise<FastifyReply> {
  const event = { at: clock(), action, subject: file.fileName }
  const { request } = reply
  if (request.method !== 'HEAD') await recordAudit(db, { ...signedIn(request), ...event })
  return sendCsv(reply, file)
}
