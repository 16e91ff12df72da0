import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/database/schema.ts'
import { ForbiddenError, HttpError } from '../../../platform/http/errors.ts'
import { PUBLIC_BODY_LIMIT } from '../../../platform/http/request/body-limits.ts'
import { FIELDS_LIMIT, readForm } from '../../../platform/http/request/form.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import type { Guard } from '../../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import { hashText, isSame, randomToken, sign } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createDoneCookie, createSessionCookie, createVisitCookie } from './cookies.ts'
import * as queries from './session-queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the `administrator` guard. */
    session?: queries.LiveSession
    /** What the page before did, once; set by the `administrator` guard, as is what leaves it for the next page. */
    takeDone?: () => string | undefined
    leaveDone?: (done: string) => void
    /** The `_csrf` value for this page's forms. */
    csrfToken: string
  }
}

export type Guards = Record<'administrator' | 'signedOut' | 'signedOutApi', Guard>

export function createGuards(platform: Platform): Guards {
  const { config, files, secretKey } = platform
  const findCurrentSession = createFindCurrentSession(platform)
  const visitCookie = createVisitCookie(platform)
  const doneCookie = createDoneCookie(platform)
  const formOptions = { incomingPath: () => files.incomingPath(), uploadMax: config.uploadMaxBytes }

  /** `_csrf` is the first field of our forms, so a large upload with a bad token is refused before it is read. */
  async function read(request: FastifyRequest): Promise<void> {
    const isChecked = request.headers['x-csrf-token'] !== undefined
    const checkField = (name: string, value: string) => {
      if (name === '_csrf' && !isChecked) checkCsrf(request, value)
    }
    request.form = await readForm(request, { ...formOptions, checkField })
    if (!isChecked) checkCsrf(request, request.form.text('_csrf'))
  }

  /** Keeps an existing cookie, so that several open pages stay valid. */
  async function enterSignedOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers(PRIVATE_HEADERS)
    const current = visitCookie.read(request)
    const visit = current || randomToken()
    request.csrfToken = sign(secretKey, 'signedOut', visit)
    if (visit !== current) visitCookie.set(reply, visit)
    checkHeader(request)
  }

  return {
    /** Requires a session; checks the `_csrf` of every POST and puts its fields in `request.form`. */
    administrator: {
      bodyLimit: FIELDS_LIMIT,
      async enter(request, reply) {
        reply.headers(PRIVATE_HEADERS)
        const session = await findCurrentSession(request)
        if (!session) return redirectToSignIn(request, reply)
        request.session = session
        request.leaveDone = (done) => doneCookie.set(reply, done)
        request.takeDone = () => {
          const done = doneCookie.read(request)
          if (done !== undefined) doneCookie.clear(reply)
          return done
        }
        request.csrfToken = sign(secretKey, 'csrf', session.id_hash)
        checkHeader(request)
      },
      read,
    },
    /** For forms used without signing in: `_csrf` is bound to a browser cookie (PROMISES 8). */
    signedOut: { bodyLimit: PUBLIC_BODY_LIMIT, enter: enterSignedOut, read },
    /** For their API routes, which call `checkCsrf` themselves. */
    signedOutApi: { bodyLimit: PUBLIC_BODY_LIMIT, enter: enterSignedOut },
  }
}

/** One indexed lookup per request; updates the session's last use only occasionally. */
export function createFindCurrentSession(platform: Platform) {
  const { db, clock, config } = platform
  const cookie = createSessionCookie(platform)
  const interval = Math.min(60_000, config.sessionIdleMs / 10)
  return async (request: FastifyRequest): Promise<queries.LiveSession | undefined> => {
    const id = cookie.read(request)
    if (id === undefined) return undefined
    const now = clock()
    const session = await queries.findSession(db, hashText(id), { ...config, now })
    if (session && now - session.last_seen_at >= interval) {
      await queries.markSessionSeen(db, session.id_hash, now)
    }
    return session
  }
}

function checkHeader(request: FastifyRequest): void {
  const header = request.headers['x-csrf-token']
  if (request.method === 'POST' && header !== undefined) checkCsrf(request, header)
}

/** @param token from the form, or from the header that scripts send */
export function checkCsrf(request: FastifyRequest, token: unknown): void {
  if (typeof token === 'string' && isSame(request.csrfToken, token)) return
  throw new ForbiddenError(
    'This form is out of date, or did not come from this site. Go back, reload the page, and try again.',
    'csrf',
  )
}

function redirectToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) {
    const problem = { title: 'Sign in first', message: 'You are not signed in.' }
    throw new HttpError({ status: 401, code: 'sign_in_required', ...problem })
  }
  // A link cannot repeat a POST, so we only return to pages. Proxies refuse headers above 4 KB.
  const isPage = request.method !== 'POST' && request.url.length < 1000
  const next = isPage ? `?next=${encodeURIComponent(request.url)}` : ''
  return reply.redirect(`/admin/login${next}`, 303)
}

export interface SessionClient {
  ip: string | null
  userAgent: string
}

const MAX_USER_AGENT_LENGTH = 500

/** @returns the new session's identifier, for the cookie; only its hash is stored (PROMISES 1, 2) */
export async function startSession(
  db: Queryable,
  { administratorId, client, now }: { administratorId: number; client: SessionClient; now: number },
): Promise<string> {
  const id = randomToken()
  await queries.insertSession(db, {
    id_hash: hashText(id),
    administrator_id: administratorId,
    created_at: now,
    last_seen_at: now,
    client_ip: client.ip,
    user_agent: client.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  })
  return id
}
