import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import type { FieldErrors } from '../../../ui/form.tsx'
import { caseName } from '../../../ui/layout/layout.tsx'
import type { FindAdminLayout } from '../admin-layout.ts'
import { countUnusedRecoveryCodes, findAdministrator } from '../queries.ts'
import { attempt, sendPage } from '../sessions/form-attempt.ts'
import { signedIn } from '../sessions/guard.ts'
import { qrCode, totpAddress } from './totp.ts'
import {
  type OfferedSecret,
  offerSecret,
  renewRecoveryCodes,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from './two-factor.ts'
import { RecoveryCodesPage, TurnOnTwoFactorPage, TwoFactorPage } from './two-factor-pages.tsx'

const CURRENT = '/admin/account'

/** One's own second factor: an authenticator app and recovery codes (PROMISES 6). */
export function createTwoFactorHandlers(platform: Platform, findLayout: FindAdminLayout) {
  const { db } = platform

  async function sendTurnOnPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { offered, errors = {} }: { offered: OfferedSecret; errors?: FieldErrors },
  ) {
    const title = 'Turn on two-factor sign-in'
    const layout = await findLayout(request, { title, current: CURRENT })
    const qr = qrCode(totpAddress(offered.secret, layout.admin.email, caseName(layout.site)))
    const page = <TurnOnTwoFactorPage {...{ layout, offered, qr, errors }} />
    return sendPage(reply, page, statusOf(errors))
  }

  async function sendTwoFactorPage(
    request: FastifyRequest,
    reply: FastifyReply,
    errors: FieldErrors = {},
  ) {
    const layout = await findLayout(request, { title: 'Two-factor sign-in', current: CURRENT })
    const { id } = signedIn(request).administrator
    const unusedRecoveryCodes = await countUnusedRecoveryCodes(db, id)
    const page = <TwoFactorPage {...{ layout, unusedRecoveryCodes, errors }} />
    return sendPage(reply, page, statusOf(errors))
  }

  async function sendRecoveryCodes(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: { codes: string[]; done: string },
  ) {
    const layout = await findLayout(request, { title: 'Recovery codes', current: CURRENT })
    return sendPage(reply, <RecoveryCodesPage layout={layout} {...shown} />)
  }

  return {
    async showTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const owner = signedIn(request)
      const administrator = await findAdministrator(db, owner.administrator.id)
      return administrator?.totp_secret == null
        ? sendTurnOnPage(request, reply, { offered: offerSecret(platform, owner) })
        : sendTwoFactorPage(request, reply)
    },

    async turnOnTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const { form } = request
      const offered = { secret: form.text('secret'), proof: form.text('proof') }
      const { value: codes, errors } = await attempt(request, () =>
        turnOnTwoFactor(platform, signedIn(request), {
          ...offered,
          currentPassword: form.text('current_password'),
          code: form.text('code'),
        }),
      )
      if (errors) return sendTurnOnPage(request, reply, { offered, errors })
      return sendRecoveryCodes(request, reply, { codes, done: 'Two-factor sign-in is on.' })
    },

    async turnOffTwoFactor(request: FastifyRequest, reply: FastifyReply) {
      const password = request.form.text('current_password')
      const { errors } = await attempt(request, () =>
        turnOffTwoFactor(platform, signedIn(request), password),
      )
      if (errors) return sendTwoFactorPage(request, reply, errors)
      return reply.redirect('/admin/account?done=two-factor-off', 303)
    },

    async renewRecoveryCodes(request: FastifyRequest, reply: FastifyReply) {
      const password = request.form.text('current_password')
      const { value: codes, errors } = await attempt(request, () =>
        renewRecoveryCodes(platform, signedIn(request), password),
      )
      if (errors) return sendTwoFactorPage(request, reply, errors)
      const done = 'New recovery codes were made. The old ones no longer work.'
      return sendRecoveryCodes(request, reply, { codes, done })
    },
  }
}

function statusOf(errors: FieldErrors): number {
  return Object.keys(errors).length > 0 ? 422 : 200
}
