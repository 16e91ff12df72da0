import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ForbiddenError, HttpError } from '../../platform/http/errors.ts'
import { type Form, readForm } from '../../platform/http/form.ts'
import type { Guard } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { isSame, randomToken, sha256, sign } from '../../platform/http/signing.ts'
import { wantsPage } from '../../platform/http/wants-page.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSessionCookie, createVisitCookie } from './cookies.ts'
import { touchInterval } from './rules.ts'
import { findSession, type LiveSession, markSessionSeen } from './session-queries.ts'

/** Who is signed in. */
export interface SignedIn {
  id: number
  email: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard `administrator`; null everywhere else. */
    administrator: SignedIn | null
    session: LiveSession | null
    /** What the forms of this page carry as `_csrf`. */
    csrfToken: string
    /** What was posted; read by the guards. */
    form: Form
  }
}

/**
 * Adds the guards' members to every request, and removes uploaded files that nobody took, whatever happened: once
 * the answer is made. `onResponse` would never come where the client has gone away meanwhile.
 */
export function decorateAccounts(server: FastifyInstance): void {
  server.decorateRequest('administrator', null)
  server.decorateRequest('session', null)
  server.decorateRequest('csrfToken', '')
  server.decorateRequest('form')
  server.addHook('onSend', (request, _reply, payload, done) => {
    const form: Form | undefined = request.form
    if (form === undefined || form.files.length === 0) return done(null, payload)
    form.discard().then(
      () => done(null, payload),
      (error: unknown) => {
        request.log.error({ err: error }, 'uploaded files were left behind')
        done(null, payload)
      },
    )
  })
}

/** The administrator of a request that the guard has let in. */
export function signedIn(request: FastifyRequest): {
  administrator: SignedIn
  session: LiveSession
} {
  const { administrator, session } = request
  if (!administrator || !session) throw new Error('The route is not guarded')
  return { administrator, session }
}

export interface Guards {
  /** Lets in who has signed in; checks `_csrf` of every POST and leaves what it sent in `request.form`. */
  administrator: Guard
  /** The same for forms in which one types: what was typed outlives the session, see carried-form.ts. */
  writer: Guard
  /** For the forms that come before signing in: `_csrf` is bound to a cookie of the browser's. */
  newcomer: Guard
}

type GuardPlatform = Pick<Platform, 'db' | 'clock' | 'config' | 'secretKey' | 'files'>

/** Answers with the sign-in page that carries what was typed; undefined where there is nothing to carry. */
export type CarryThroughSignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | undefined>

export function createGuards(
  platform: GuardPlatform,
  carryThroughSignIn: CarryThroughSignIn = async () => undefined,
): Guards {
  const { config, files, secretKey } = platform
  const findCurrentSession = createFindCurrentSession(platform)
  const visitCookie = createVisitCookie(platform)
  const formOptions = { incomingPath: () => files.incomingPath(), uploadMax: config.uploadMaxBytes }

  async function readCheckedForm(request: FastifyRequest): Promise<void> {
    const header = request.headers['x-csrf-token']
    // A wrong header is refused before a byte of what may be a large upload is read.
    if (header !== undefined) checkCsrf(request, String(header))
    request.form = await readForm(request, formOptions)
    if (header === undefined) checkCsrf(request, request.form.text('_csrf'))
  }

  /** @returns whether the request has a session; what it sent is in `request.form` then */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    reply.headers(PRIVATE_HEADERS)
    const session = await findCurrentSession(request)
    if (!session) return false
    request.session = session
    request.administrator = { id: session.administrator_id, email: session.email }
    request.csrfToken = sessionToken(secretKey, session.id_hash)
    if (request.method === 'POST') await readCheckedForm(request)
    return true
  }

  function welcome(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(PRIVATE_HEADERS)
    const visit = visitCookie.read(request) ?? randomToken()
    request.csrfToken = sign(secretKey, 'newcomer', visit)
    visitCookie.set(reply, visit)
  }

  return {
    async administrator(request, reply) {
      if (!(await enter(request, reply))) return askToSignIn(request, reply)
    },
    async writer(request, reply) {
      if (await enter(request, reply)) return
      if (!wantsPage(request)) return askToSignIn(request, reply)
      welcome(request, reply)
      return (await carryThroughSignIn(request, reply)) ?? askToSignIn(request, reply)
    },
    async newcomer(request, reply) {
      welcome(request, reply)
      if (request.method !== 'POST') return undefined
      refuseLargeForm(request)
      return readCheckedForm(request)
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
    const session = await findSession(db, sha256(id), config, now)
    if (session && now - session.last_seen_at >= interval) {
      await markSessionSeen(db, session.id_hash, now)
    }
    return session
  }
}

/** `_csrf` of the forms of a session. */
export function sessionToken(secretKey: string, sessionIdHash: string): string {
  return sign(secretKey, 'csrf', sessionIdHash)
}

function checkCsrf(request: FastifyRequest, given: string): void {
  if (isSame(request.csrfToken, given)) return
  throw new ForbiddenError(
    'This form is out of date, or did not come from this site. Go back, reload the page and send it again.',
    'csrf',
  )
}

function askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) {
    throw new HttpError(401, 'sign_in_required', 'Sign in first', 'You are not signed in.')
  }
  // What was posted cannot be posted again by a link; only pages are returned to.
  const next = request.method === 'POST' ? '' : `?next=${encodeURIComponent(request.url)}`
  return reply.redirect(`/admin/login${next}`, 303)
}

const LARGEST_NEWCOMER_FORM = 64 * 1024

/** Nobody uploads before signing in; multipart is bounded by its length, which only its header tells beforehand. */
function refuseLargeForm(request: FastifyRequest): void {
  if (!request.isMultipart()) return
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length <= LARGEST_NEWCOMER_FORM) return
  throw new HttpError(413, 'too_large', 'Too large', 'This form is larger than it can be.')
}
