import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Subscription } from '../../../platform/database/schema.ts'
import { type ApiSchema, answering, problem } from '../../../platform/http/api-schema.ts'
import { NotFoundError } from '../../../platform/http/errors.ts'
import { isForm } from '../../../platform/http/request/form.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sendPage } from '../../accounts/sessions/form-attempt.ts'
import type { FindFrame } from '../../site/site-frame.ts'
import {
  BODIES,
  csrfBody,
  csrfExample,
  foreign,
  notOurKind,
  perClient,
  subscribed,
  tokenParams,
  tooMany,
  unreadable,
} from '../api.ts'
import { createConfirmationCookie } from '../confirmation-cookie.ts'
import { ConfirmSubscriptionPage, type ConfirmSubscriptionView } from '../pages.tsx'
import { maskAddress } from '../rules.ts'
import { confirmSubscription, findConfirmable } from './confirmation.ts'
import { LINK_THROTTLE, linkVisit } from './throttles.ts'

const confirmApi = {
  operationId: 'confirmSubscription',
  tags: ['Subscriptions'],
  summary: 'Confirm a subscription',
  description: `What the confirmation page’s button sends, with that page’s CSRF token and cookie. Programs do not need it.\n\n${perClient(LINK_THROTTLE)}`,
  params: tokenParams,
  body: csrfBody,
  bodyExample: csrfExample,
  consumes: BODIES,
  response: {
    200: subscribed('The subscription is active'),
    400: unreadable,
    403: foreign,
    404: problem('The link no longer works', ['not_found']),
    415: notOurKind,
    429: tooMany,
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/api/subscribe/confirm/TOKEN \\\n  --cookie 'COOKIE' --header 'x-csrf-token: TOKEN' --request POST`,
} satisfies ApiSchema

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
    confirm: answering(
      confirmApi,
      async (request, reply) => {
        confirmation.require(request, request.body._csrf)
        const found = await findConfirmable(platform, request.params.token)
        const subscription =
          found && (await confirmSubscription(platform, found)) ? found : undefined
        if (isForm(request) && wantsPage(request)) return sendView(reply, outcome(subscription))
        if (!subscription) throw new NotFoundError('This confirmation link no longer works.')
        return reply.send({ status: 'subscribed' })
      },
      linkVisit(platform),
    ),
  }
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

function outcome(subscription: Subscription | undefined): ConfirmSubscriptionView {
  return subscription
    ? { state: 'done', maskedEmail: maskAddress(subscription.email) }
    : { state: 'unknown' }
}
