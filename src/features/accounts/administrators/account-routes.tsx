import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import type { FieldErrors } from '../../../ui/form.tsx'
import type { FindAdminLayout } from '../admin-layout.ts'
import { changePassword } from '../passwords/change-password.ts'
import { countUnusedRecoveryCodes, findAdministrator } from '../queries.ts'
import { createSessionCookie } from '../sessions/cookies.ts'
import { attempt, clientOf, doneMessage, sendPage } from '../sessions/form-attempt.ts'
import { signedIn } from '../sessions/guard.ts'
import { listSessions } from '../sessions/session-queries.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { AccountPage } from './account-pages.tsx'

const DONE = {
  password: 'Your password was changed, and you were signed out everywhere else.',
  sessions: 'You were signed out everywhere else.',
  'two-factor-off': 'Two-factor sign-in is off.',
}

/** One's own password and sessions. */
export function createAccountPageHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db, clock, config } = platform
  const sessionCookie = createSessionCookie(platform)

  async function sendAccountPage(
    request: FastifyRequest,
    reply: FastifyReply,
    errors: FieldErrors = {},
  ) {
    const { administrator, session } = signedIn(request)
    const { id } = administrator
    const account = await findAdministrator(db, id)
    const page = (
      <AccountPage
        layout={await findLayout(request, { title: 'Account', current: '/admin/account' })}
        done={doneMessage(request, DONE)}
        errors={errors}
        hasTwoFactor={account?.totp_secret != null}
        unusedRecoveryCodes={await countUnusedRecoveryCodes(db, id)}
        sessions={await listSessions(db, id, { ...config, now: clock() })}
        currentSession={session.id_hash}
      />
    )
    return sendPage(reply, page, Object.keys(errors).length > 0 ? 422 : 200)
  }

  return {
    showAccount: (request: FastifyRequest, reply: FastifyReply) => sendAccountPage(request, reply),

    async changePassword(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const change = {
        administratorId: signedIn(request).administrator.id,
        currentPassword: form.text('current_password'),
        password: form.text('password'),
        repeat: form.text('password_repeat'),
      }
      const { value: sessionId, errors } = await attempt(request, () =>
        changePassword(platform, change, clientOf(request)),
      )
      if (errors) return sendAccountPage(request, reply, errors)
      sessionCookie.set(reply, sessionId)
      return reply.redirect('/admin/account?done=password', 303)
    },

    async endOtherSessions(request: FastifyRequest, reply: FastifyReply) {
      await endOtherSessions(platform, signedIn(request))
      return reply.redirect('/admin/account?done=sessions', 303)
    },
  }
}
