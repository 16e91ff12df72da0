import type { FastifyReply, FastifyRequest } from 'fastify'
import { ForbiddenError, HttpError } from '../../../platform/http/errors.ts'
import { PUBLIC_BODY_LIMIT } from '../../../platform/http/request/body-limits.ts'
import { FIELDS_LIMIT, readForm } from '../../../platform/http/request/form.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import type { Guard } from '../../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import { isSame, randomToken, sha256, sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { touchInterval } from '../rules.ts'
import { createSessionCookie, createVisitCookie } from './cookies.ts'
import { findSession, type LiveSession, markSessionSeen } from './session-queries.ts'

/** Who is signed in, and from where; what changes something records it. */
export interface SignedIn {
  administrator: { id: number; email: string }
  sessionIdHash: string
  clientIp: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard `administrator`. */
    session?: LiveSession
    /** What the forms of this page carry as `_csrf`. */
    csrfToken: string
  }
}

/** The administrator of a request that the guard has let in. */
export function signedIn({ session, clientIp }: FastifyRequest): SignedIn & {
  session: LiveSession
} {
  if (!session) throw new Error('The route is not guarded')
  const administrator = { id: session.administrator_id, email: session.email }
  return { administrator, session, sessionIdHash: session.id_hash, clientIp }
}

export interface Guards {
  /** Lets in who has signed in; checks `_csrf` of every POST and leaves what it sent in `request.form`. */
  administrator: Guard
  /** For the forms that come before signing in: `_csrf` is bound to a cookie of the browser's. */
  newcomer: Guard
}

type GuardPlatform = Pick<Platform, 'db' | 'clock' | 'config' | 'secretKey' | 'files'>

export function createGuards(platform: GuardPlatform): Guards {
  const { config, files, secretKey } = platform
  const findCurrentSession = createFindCurrentSession(platform)
  const visitCookie = createVisitCookie(platform)
  const formOptions = { incomingPath: () => files.incomingPath(), uploadMax: config.uploadMaxBytes }

  /** `_csrf` is the first field of our forms: a large upload with a wrong one is refused before it is read. */
  async function read(request: FastifyRequest): Promise<void> {
    const isChecked = request.headers['x-csrf-token'] !== undefined
    const checkField = (name: string, value: string) => {
      if (name === '_csrf' && !isChecked) checkCsrf(request, value)
    }
    request.form = await readForm(request, { ...formOptions, checkField })
    if (!isChecked) checkCsrf(request, request.form.text('_csrf'))
  }

  return {
    administrator: {
      bodyLimit: FIELDS_LIMIT,
      async enter(request, reply) {
        reply.headers(PRIVATE_HEADERS)
        const session = await findCurrentSession(request)
        if (!session) return askToSignIn(request, reply)
        request.session = session
        request.csrfToken = sign(secretKey, 'csrf', session.id_hash)
        checkHeader(request)
      },
      read,
    },
    newcomer: {
      bodyLimit: PUBLIC_BODY_LIMIT,
      async enter(request, reply) {
        reply.headers(PRIVATE_HEADERS)
        const visit = visitCookie.read(request) ?? randomToken()
        request.csrfToken = sign(secretKey, 'newcomer', visit)
        visitCookie.set(reply, visit)
        checkHeader(request)
      },
      read,
    },
  }
}

/** Finds the session of the request's cookie with one indexed lookup; notes now and then that it is in use. */
export function createFindCurrentSession(platform: GuardPlatform) {
  const { db, clock, config } = platform
  const cookie = createSessionCookie(platform)
  const interval = touchInterval(config.sessionIdleMs)
  return async (request: FastifyRequest): Promise<LiveSession | undefined> => {
    const id = cookie.read(request)
    if (id === undefined) return undefined
    const now = clock()
    const session = await findSession(db, sha256(id), { ...config, now })
    if (session && now - session.last_seen_at >= interval) {
      await markSessionSeen(db, session.id_hash, now)
    }
    return session
  }
}

/** Before a byte of what may be a large upload is read. */
function checkHeader(request: FastifyRequest): void {
  const header = request.headers['x-csrf-token']
  if (request.method === 'POST' && header !== undefined) checkCsrf(request, String(header))
}

function checkCsrf(request: FastifyRequest, given: string): void {
  if (isSame(request.csrfToken, given)) return
  throw new ForbiddenError(
    'This form is out of date, or did not come from this site. Go back, reload the page, and try again.',
    'csrf',
  )
}

const NOT_SIGNED_IN = {
  status: 401,
  code: 'sign_in_required',
  title: 'Sign in first',
  message: 'You are not signed in.',
}

function askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) {
    throw new HttpError(NOT_SIGNED_IN)
  }
  // What was posted cannot be posted again by a link; only pages are returned to.
  const next = request.method === 'POST' ? '' : `?next=${encodeURIComponent(request.url)}`
  return reply.redirect(`/admin/login${next}`, 303)
}
