import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidError } from '../../../platform/http/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { FieldErrors } from '../../../ui/form.tsx'
import { caseName } from '../../../ui/layout/layout.tsx'
import type { FindAdminLayout } from '../admin-layout.ts'
import { changePassword } from '../passwords/change-password.ts'
import { countUnusedRecoveryCodes, findAdministrator } from '../queries.ts'
import { attempt, clientOf, redirectDone, sendPage, signedIn } from '../sessions/answer.ts'
import { createSessionCookie } from '../sessions/cookies.ts'
import { listSessions } from '../sessions/session-queries.ts'
import {
  AccountPage,
  type AccountPageProps,
  RecoveryCodesPage,
  TurnOnTwoFactorPage,
} from './account-pages.tsx'
import { drawQrCode, generateTotpSecret, totpUri } from './totp.ts'
import { turnOffTwoFactor, turnOnTwoFactor } from './two-factor.ts'

export function createOwnAccountHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db, clock, config } = platform
  const sessionCookie = createSessionCookie(platform)

  const layoutOf = (request: FastifyRequest, title: string) =>
    findLayout(request, { title, current: '/admin/account' })

  async function accountPage(
    request: FastifyRequest,
    refused: Pick<AccountPageProps, 'errors' | 'refused'> = { errors: {} },
  ) {
    const { session } = signedIn(request)
    const id = session.administrator_id
    return (
      <AccountPage
        layout={await layoutOf(request, 'Account')}
        {...refused}
        hasTwoFactor={(await findAdministrator(db, id))?.totp_secret != null}
        unusedRecoveryCodes={await countUnusedRecoveryCodes(db, id)}
        sessions={await listSessions(db, id, { ...config, now: clock() })}
        currentSession={session.id_hash}
      />
    )
  }

  async function turnOnPage(request: FastifyRequest, secret: string, errors: FieldErrors = {}) {
    const layout = await layoutOf(request, 'Turn on two-factor sign-in')
    const qrCode = await drawQrCode(totpUri(secret, layout.admin.email, caseName(layout.site)))
    return <TurnOnTwoFactorPage layout={layout} secret={secret} qrCode={qrCode} errors={errors} />
  }

  return {
    showAccount: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(reply, await accountPage(request)),

    async changePassword(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const change = {
        administratorId: signedIn(request).administrator.id,
        currentPassword: form.text('current_password'),
        password: form.text('password'),
        repeat: form.text('password_repeat'),
      }
      const changing = changePassword(platform, change, clientOf(request))
      const { value: sessionId, refusal } = await attempt(request, changing, InvalidError)
      if (refusal)
        return sendPage(reply, await accountPage(request, { errors: refusal.errors }), 422)
      sessionCookie.set(reply, sessionId)
      const done = 'Your password was changed, and you were signed out everywhere else.'
      return redirectDone(reply, '/admin/account', done)
    },

    showTwoFactor: async (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(reply, await turnOnPage(request, generateTotpSecret())),

    async turnOnTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const secret = form.text('secret')
      const currentPassword = form.text('current_password')
      const typed = { secret, currentPassword, code: form.text('code') }
      const turning = turnOnTwoFactor(platform, signedIn(request), typed)
      const { value: codes, refusal } = await attempt(request, turning, InvalidError)
      if (refusal) return sendPage(reply, await turnOnPage(request, secret, refusal.errors), 422)
      const layout = await layoutOf(request, 'Recovery codes')
      return sendPage(reply, <RecoveryCodesPage layout={layout} codes={codes} />)
    },

    async turnOffTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const password = request.form.text('current_password')
      const turning = turnOffTwoFactor(platform, signedIn(request), password)
      const { refusal } = await attempt(request, turning, InvalidError)
      const refused = refusal?.message
      if (refused) return sendPage(reply, await accountPage(request, { errors: {}, refused }), 422)
      return redirectDone(reply, '/admin/account', 'Two-factor sign-in is off.')
    },
  }
}
