import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import type { FieldErrors } from '../../../ui/form.tsx'
import { caseName } from '../../../ui/layout/layout.tsx'
import type { FindAdminLayout } from '../admin-layout.ts'
import { changePassword } from '../passwords/change-password.ts'
import { countUnusedRecoveryCodes, findAdministrator } from '../queries.ts'
import { createSessionCookie } from '../sessions/cookies.ts'
import { attempt, clientOf, doneMessage, sendPage } from '../sessions/form-attempt.ts'
import { endOtherSessions, signedIn } from '../sessions/guard.ts'
import { listSessions } from '../sessions/session-queries.ts'
import {
  AccountPage,
  RecoveryCodesPage,
  TurnOnTwoFactorPage,
  TwoFactorPage,
} from './account-pages.tsx'
import { drawQrCode, totpUri } from './totp.ts'
import {
  type OfferedSecret,
  offerSecret,
  renewRecoveryCodes,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor.ts'

const DONE = {
  password: 'Your password was changed, and you were signed out everywhere else.',
  sessions: 'You were signed out everywhere else.',
  'two-factor-on': 'Two-factor sign-in is on.',
  'two-factor-off': 'Two-factor sign-in is off.',
}

/** The administrator's own password, sessions, and second factor (PROMISES 6). */
export function createOwnAccountHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db, clock, config } = platform
  const sessionCookie = createSessionCookie(platform)

  const layoutOf = (request: FastifyRequest, title: string) =>
    findLayout(request, { title, current: '/admin/account' })

  async function accountPage(request: FastifyRequest, errors: FieldErrors = {}) {
    const { administrator, session } = signedIn(request)
    const { id } = administrator
    const account = await findAdministrator(db, id)
    return (
      <AccountPage
        layout={await layoutOf(request, 'Account')}
        done={doneMessage(request, DONE)}
        errors={errors}
        hasTwoFactor={account?.totp_secret != null}
        unusedRecoveryCodes={await countUnusedRecoveryCodes(db, id)}
        sessions={await listSessions(db, id, { ...config, now: clock() })}
        currentSession={session.id_hash}
      />
    )
  }

  async function turnOnPage(
    request: FastifyRequest,
    { errors = {}, ...offered }: OfferedSecret & { errors?: FieldErrors },
  ) {
    const layout = await layoutOf(request, 'Turn on two-factor sign-in')
    const address = totpUri(offered.secret, layout.admin.email, caseName(layout.site))
    const qrCode = await drawQrCode(address)
    return <TurnOnTwoFactorPage {...{ layout, offered, qrCode, errors }} />
  }

  async function twoFactorPage(request: FastifyRequest, errors: FieldErrors = {}) {
    const layout = await layoutOf(request, 'Two-factor sign-in')
    const { id } = signedIn(request).administrator
    const unusedRecoveryCodes = await countUnusedRecoveryCodes(db, id)
    return <TwoFactorPage {...{ layout, unusedRecoveryCodes, errors }} />
  }

  async function codesPage(request: FastifyRequest, shown: { codes: string[]; done: string }) {
    return <RecoveryCodesPage layout={await layoutOf(request, 'Recovery codes')} {...shown} />
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
      const { value: sessionId, errors } = await attempt(request, changing)
      if (errors) return sendPage(reply, await accountPage(request, errors), 422)
      sessionCookie.set(reply, sessionId)
      return reply.redirect('/admin/account?done=password', 303)
    },

    async endOtherSessions(request: FastifyRequest, reply: FastifyReply) {
      await endOtherSessions(platform, signedIn(request))
      return reply.redirect('/admin/account?done=sessions', 303)
    },

    async showTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const owner = signedIn(request)
      const administrator = await findAdministrator(db, owner.administrator.id)
      const page = await (administrator?.totp_secret == null
        ? turnOnPage(request, offerSecret(platform, owner))
        : twoFactorPage(request))
      return sendPage(reply, page)
    },

    async turnOnTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const offered = { secret: form.text('secret'), proof: form.text('proof') }
      const currentPassword = form.text('current_password')
      const typed = { ...offered, currentPassword, code: form.text('code') }
      const turning = turnOnTwoFactor(platform, signedIn(request), typed)
      const { value: codes, errors } = await attempt(request, turning)
      if (errors) return sendPage(reply, await turnOnPage(request, { ...offered, errors }), 422)
      return sendPage(reply, await codesPage(request, { codes, done: DONE['two-factor-on'] }))
    },

    async turnOffTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const password = request.form.text('current_password')
      const turning = turnOffTwoFactor(platform, signedIn(request), password)
      const { errors } = await attempt(request, turning)
      if (errors) return sendPage(reply, await twoFactorPage(request, errors), 422)
      return reply.redirect('/admin/account?done=two-factor-off', 303)
    },

    async renewRecoveryCodes(request: FastifyRequest, reply: FastifyReply) {
      const password = request.form.text('current_password')
      const renewing = renewRecoveryCodes(platform, signedIn(request), password)
      const { value: codes, errors } = await attempt(request, renewing)
      if (errors) return sendPage(reply, await twoFactorPage(request, errors), 422)
      const done = 'New recovery codes were generated. The old ones no longer work.'
      return sendPage(reply, await codesPage(request, { codes, done }))
    },
  }
}
