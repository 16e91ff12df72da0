import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Subscription } from '../../../platform/database/schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { countRequest } from '../../../platform/http/request/client-throttle.ts'
import { onlyValue, readFields } from '../../../platform/http/request/fields.ts'
import { wantsPage } from '../../../platform/http/request/wants-page.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import type { FindFrame } from '../../site/site-frame.ts'
import { createConfirmationCookie } from '../confirmation-cookie.ts'
import { maskAddress } from '../list/mask-address.ts'
import { ConfirmSubscriptionPage, type ConfirmSubscriptionView } from '../pages.tsx'
import { confirmSubscription, findConfirmable } from './confirm-subscription.ts'
import { LINK_THROTTLE } from './throttles.ts'

/**
 * The link of the confirmation message (SUBSCRIBE_CONFIRMATION=on). Opening it asks and changes nothing: mail filters
 * open every link.
 */
export function createConfirmHandlers(platform: Platform, findFrame: FindFrame) {
  const confirmation = createConfirmationCookie(platform)

  async function sendView(reply: FastifyReply, view: ConfirmSubscriptionView) {
    const page = <ConfirmSubscriptionPage layout={await findFrame()} {...view} />
    return sendPage(reply, page, view.state === 'unknown' ? 404 : 200)
  }

  return {
    /** `GET /subscribe/confirm/{token}` */
    ask: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(PRIVATE_HEADERS)
      const token = tokenOf(request)
      const subscription = await findConfirmable(platform, token)
      if (subscription?.state !== 'pending') return sendView(reply, outcome(subscription))
      return sendView(reply, {
        state: 'confirm',
        action: `/api/subscribe/confirm/${token}`,
        csrfToken: confirmation.open(request, reply),
        maskedEmail: maskAddress(subscription.email),
      })
    },

    /** `POST /api/subscribe/confirm/{token}` */
    confirm: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(PRIVATE_HEADERS)
      await countRequest(platform, request, LINK_THROTTLE)
      const fields = await readFields(request)
      confirmation.require(request, onlyValue(fields, '_csrf'))
      const found = await findConfirmable(platform, tokenOf(request))
      const subscription = found && (await confirmSubscription(platform, found)) ? found : undefined
      if (fields.kind === 'form' && wantsPage(request)) {
        return sendView(reply, outcome(subscription))
      }
      if (!subscription) throw new NotFoundError('This confirmation link no longer works.')
      return reply.send({ status: 'subscribed' })
    },
  }
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

function outcome(subscription: Subscription | undefined): ConfirmSubscriptionView {
  return subscription
    ? { state: 'done', maskedEmail: maskAddress(subscription.email) }
    : { state: 'unknown' }
}
