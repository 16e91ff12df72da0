import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../../platform/http/errors.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import { sha256 } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FieldErrors } from '../../../ui/form.tsx'
import type { FindFrame } from '../../site/site-frame.ts'
import { checkFirstRunCode, createFirstAdministrator } from '../administrators/administrators.ts'
import { localPath, normalizeEmail } from '../rules.ts'
import {
  createDeviceCookie,
  createDoneCookie,
  createSessionCookie,
  createVisitCookie,
} from '../sessions/cookies.ts'
import { attempt, clientOf, sendPage } from '../sessions/form-attempt.ts'
import { createFindCurrentSession, signedIn, signOut } from '../sessions/guard.ts'
import { type SignInResult, signIn } from './sign-in.ts'
import { FirstRunPage, LoginPage } from './sign-in-pages.tsx'

interface Refusal {
  status: number
  code: string
  message: string
}

const SIGNED_OUT = 'signed-out'

interface LoginContent {
  next: string
  email?: string
  refusal?: Refusal
  proof?: string | undefined
  isSignedOut?: boolean
}

export function createSignInHandlers(platform: Platform, findFrame: FindFrame) {
  const findCurrentSession = createFindCurrentSession(platform)
  const sessionCookie = createSessionCookie(platform)
  const visitCookie = createVisitCookie(platform)
  const deviceCookie = createDeviceCookie(platform)
  const doneCookie = createDoneCookie(platform)

  function enter(reply: FastifyReply, sessionId: string, email: string): void {
    sessionCookie.set(reply, sessionId)
    deviceCookie.remember(reply, email)
    visitCookie.clear(reply)
  }

  async function loginPage({ csrfToken }: FastifyRequest, content: LoginContent) {
    const { refusal, email = '', ...rest } = content
    // The page itself asks for the code: its first lack is no mistake.
    const message = refusal?.code === 'code_required' ? undefined : refusal?.message
    const shown = { ...rest, csrfToken, email, message }
    return <LoginPage layout={await findFrame()} {...shown} />
  }

  async function firstRunPage(request: FastifyRequest, email = '', errors: FieldErrors = {}) {
    const { csrfToken } = request
    const action = `/admin/first-run/${codeOf(request)}`
    return <FirstRunPage layout={await findFrame()} {...{ csrfToken, action, email, errors }} />
  }

  return {
    async showLogin(request: FastifyRequest, reply: FastifyReply) {
      const next = localPath(String((request.query as { next?: unknown }).next ?? ''))
      if (await findCurrentSession(request)) return reply.redirect(next, 303)
      const isSignedOut = doneCookie.read(request) === SIGNED_OUT
      if (isSignedOut) doneCookie.clear(reply)
      return sendPage(reply, await loginPage(request, { next, isSignedOut }))
    },

    async login(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const email = form.text('email')
      const next = localPath(form.text('next'))
      const brought = sessionCookie.read(request)
      const result = await signIn(platform, {
        email,
        password: form.text('password'),
        code: form.text('code'),
        proof: form.text('proof'),
        visit: request.csrfToken,
        client: clientOf(request),
        knownDevice: deviceCookie.find(request, normalizeEmail(email)),
        replacedSession: brought && sha256(brought),
      })
      if (result.outcome === 'signed_in') {
        enter(reply, result.sessionId, result.administrator.email)
        return reply.redirect(next, 303)
      }
      if (result.outcome === 'throttled') {
        reply.header('retry-after', String(result.retryAfterSeconds))
      }
      const refusal = explain(result)
      if (!wantsPage(request)) throw new HttpError({ ...refusal, title: 'Not signed in' })
      const proof = 'proof' in result ? result.proof : undefined
      const page = await loginPage(request, { next, email, refusal, proof })
      return sendPage(reply, page, refusal.status)
    },

    async logout(request: FastifyRequest, reply: FastifyReply) {
      await signOut(platform, signedIn(request))
      sessionCookie.clear(reply)
      doneCookie.set(reply, SIGNED_OUT)
      return reply.redirect('/admin/login', 303)
    },

    async showFirstRun(request: FastifyRequest, reply: FastifyReply) {
      await checkFirstRunCode(platform, codeOf(request))
      return sendPage(reply, await firstRunPage(request))
    },

    async firstRun(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const email = form.text('email')
      const input = {
        code: codeOf(request),
        email,
        password: form.text('password'),
        ...(form.has('password_repeat') && { repeat: form.text('password_repeat') }),
      }
      const { value, errors } = await attempt(request, () =>
        createFirstAdministrator(platform, input, clientOf(request)),
      )
      if (errors) return sendPage(reply, await firstRunPage(request, email, errors), 422)
      enter(reply, value.sessionId, value.administrator.email)
      return reply.redirect('/admin', 303)
    },
  }
}

function codeOf(request: FastifyRequest): string {
  return (request.params as { code: string }).code
}

function explain(result: Exclude<SignInResult, { outcome: 'signed_in' }>): Refusal {
  if (result.outcome !== 'throttled') return { status: 401, ...REFUSALS[result.outcome] }
  const minutes = Math.ceil(result.retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const message = `Too many attempts. Wait ${wait} and try again.`
  return { status: 429, code: 'too_many_requests', message }
}

/** Unknown account, wrong password and disabled account in the same words (PROMISES 5). */
const REFUSALS = {
  refused: {
    code: 'sign_in_failed',
    message: 'The e-mail address or password is wrong.',
  },
  code_needed: {
    code: 'code_required',
    message: 'This account uses two-factor sign-in. Send the code as well.',
  },
  code_wrong: {
    code: 'code_wrong',
    message: 'That code is wrong or was already used. Enter the next code your app shows.',
  },
  expired: {
    code: 'sign_in_expired',
    message: 'Too much time has passed. Sign in again.',
  },
}
