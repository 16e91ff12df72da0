import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, InvalidError } from '../../../platform/http/errors.ts'
import { hashText } from '../../../platform/http/signing.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FieldErrors } from '../../../ui/form.tsx'
import type { FindFrame } from '../../site/site-frame.ts'
import { checkFirstRunCode, createFirstAdministrator } from '../administrators/administrators.ts'
import { localPath, normalizeEmail } from '../rules.ts'
import { attempt, clientOf, sendPage, signedIn, signOut } from '../sessions/answer.ts'
import { createDeviceCookie, createSessionCookie, createVisitCookie } from '../sessions/cookies.ts'
import { createFindCurrentSession } from '../sessions/guard.ts'
import { signIn } from './sign-in.ts'
import { FirstRunPage, LoginPage, type LoginPageProps } from './sign-in-pages.tsx'

type FailedSignIn = Pick<LoginPageProps, 'email' | 'error'>

export function createSignInHandlers(platform: Platform, findFrame: FindFrame) {
  const findCurrentSession = createFindCurrentSession(platform)
  const sessionCookie = createSessionCookie(platform)
  const visitCookie = createVisitCookie(platform)
  const deviceCookie = createDeviceCookie(platform)

  function enter(reply: FastifyReply, sessionId: string, email: string): void {
    sessionCookie.set(reply, sessionId)
    deviceCookie.remember(reply, normalizeEmail(email))
    visitCookie.clear(reply)
  }

  async function loginPage({ csrfToken }: FastifyRequest, next: string, failed?: FailedSignIn) {
    const layout = await findFrame()
    return <LoginPage layout={layout} csrfToken={csrfToken} next={next} email="" {...failed} />
  }

  async function firstRunPage(request: FastifyRequest, email = '', errors: FieldErrors = {}) {
    const layout = await findFrame()
    const content = { layout, csrfToken: request.csrfToken, email, errors }
    return <FirstRunPage action={`/admin/first-run/${codeOf(request)}`} {...content} />
  }

  return {
    async showLogin(request: FastifyRequest, reply: FastifyReply) {
      const next = localPath(String((request.query as { next?: unknown }).next ?? ''))
      if (await findCurrentSession(request)) return reply.redirect(next, 303)
      return sendPage(reply, await loginPage(request, next))
    },

    async login(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const email = form.text('email')
      const next = localPath(form.text('next'))
      const brought = sessionCookie.read(request)
      const typed = {
        email,
        password: form.text('password'),
        code: form.text('code'),
        client: clientOf(request),
        knownDevice: deviceCookie.find(request, normalizeEmail(email)),
        replacedSession: brought && hashText(brought),
      }
      const signing = signIn(platform, typed)
      const { value: sessionId, refusal: error } = await attempt(request, signing, HttpError)
      if (error) {
        const page = await loginPage(request, next, { email, error })
        return sendPage(reply.headers(error.headers), page, error.status)
      }
      enter(reply, sessionId, email)
      return reply.redirect(next, 303)
    },

    async logout(request: FastifyRequest, reply: FastifyReply) {
      await signOut(platform, signedIn(request))
      sessionCookie.clear(reply)
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
      const creating = createFirstAdministrator(platform, input, clientOf(request))
      const { value: sessionId, refusal } = await attempt(request, creating, InvalidError)
      if (refusal) return sendPage(reply, await firstRunPage(request, email, refusal.errors), 422)
      enter(reply, sessionId, email)
      return reply.redirect('/admin', 303)
    },
  }
}

const codeOf = ({ params }: FastifyRequest) => (params as { code: string }).code
