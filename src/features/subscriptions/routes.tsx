import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Subscription } from '../../platform/database/schema.ts'
import { BadRequestError, NotFoundError } from '../../platform/http/errors.ts'
import { countRequest } from '../../platform/http/request/client-throttle.ts'
import { type Fields, onlyValue, readFields } from '../../platform/http/request/fields.ts'
import { wantsPage } from '../../platform/http/request/wants-page.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
import type { FindFrame } from '../site/site-frame.ts'
import { createConfirmationCookie } from './confirmation-cookie.ts'
import {
  ConfirmSubscriptionPage,
  type ConfirmSubscriptionView,
  UnsubscribePage,
  type UnsubscribeView,
} from './pages.tsx'
import { maskAddress } from './rules.ts'
import { confirmSubscription, findConfirmable } from './subscribe/confirmation.ts'
import { createSubscribeHandler, type RenderHome } from './subscribe/subscribe-routes.ts'
import { LINK_THROTTLE } from './subscribe/throttles.ts'
import { findTokenHolder, type TokenHolder, unsubscribe } from './unsubscribe.ts'

interface Pages {
  findFrame: FindFrame
  renderHome: RenderHome
}

/** What visitors and their mail programs may ask for, by the route's name in routes.ts of the site. */
export function createSubscriptionHandlers(platform: Platform, { findFrame, renderHome }: Pages) {
  const links = createUnsubscribeHandlers(platform, findFrame)
  const confirmation = createConfirmHandlers(platform, findFrame)
  return {
    subscribe: createSubscribeHandler(platform, renderHome),
    confirmationPage: confirmation.ask,
    confirm: confirmation.confirm,
    unsubscribePage: links.ask,
    unsubscribe: links.unsubscribe,
    unsubscribeRedirect: links.redirect,
    oneClickUnsubscribe: links.oneClick,
  }
}

const NOT_KNOWN = 'This unsubscribe link is not valid.'

/** Everything behind the link of a notification (CONTRACT section 3). Only the two POSTs change anything. */
function createUnsubscribeHandlers(platform: Platform, findFrame: FindFrame) {
  const confirmation = createConfirmationCookie(platform)

  async function sendView(reply: FastifyReply, view: UnsubscribeView) {
    const page = <UnsubscribePage layout={await findFrame()} {...view} />
    return sendPage(reply, page, view.state === 'unknown' ? 404 : 200)
  }

  return {
    /** `GET /unsubscribe/{token}` */
    ask: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(PRIVATE_HEADERS)
      const token = tokenOf(request)
      const holder = await findTokenHolder(platform, token)
      if (!holder || holder === 'test') return sendView(reply, outcome(holder))
      const maskedEmail = maskAddress(holder.email)
      if (holder.state === 'unsubscribed') return sendView(reply, { state: 'already', maskedEmail })
      const csrfToken = confirmation.open(request, reply)
      return sendView(reply, { state: 'confirm', token, csrfToken, maskedEmail })
    },

    /** `POST /api/unsubscribe/{token}` */
    unsubscribe: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(PRIVATE_HEADERS)
      await countRequest(platform, request, LINK_THROTTLE)
      const fields = await readFields(request)
      const holder = await findTokenHolder(platform, tokenOf(request))
      // The page for a test has no form: there is nothing to protect.
      if (holder !== 'test') confirmation.require(request, onlyValue(fields, '_csrf'))
      if (holder && holder !== 'test') await unsubscribe(platform, holder)
      if (fields.kind === 'form' && wantsPage(request)) return sendView(reply, outcome(holder))
      if (!holder) throw new NotFoundError(NOT_KNOWN)
      return reply.send({ status: 'unsubscribed' })
    },

    /** `GET /api/unsubscribe/{token}`, as messages of version 1.0 have it. */
    redirect: async (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .headers(PRIVATE_HEADERS)
        .redirect(`/unsubscribe/${encodeURIComponent(tokenOf(request))}`, 302),

    /** `POST /unsubscribe/{token}`: RFC 8058, sent by mail programs for their users; they bring no cookie. */
    oneClick: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(PRIVATE_HEADERS)
      await countRequest(platform, request, LINK_THROTTLE)
      if (!isOneClick(await readFields(request).catch(() => undefined))) {
        throw new BadRequestError(
          'To unsubscribe, open this address in a browser. Mail programs send List-Unsubscribe=One-Click and nothing else.',
        )
      }
      const holder = await findTokenHolder(platform, tokenOf(request))
      if (!holder) throw new NotFoundError(NOT_KNOWN)
      if (holder !== 'test') await unsubscribe(platform, holder)
      return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
    },
  }
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

/** RFC 8058, section 3.2: this one pair, and no other. */
function isOneClick(fields: Fields | undefined): boolean {
  if (fields?.kind !== 'form' || fields.list.length !== 1) return false
  const [name, value] = fields.list[0] ?? []
  return name === 'List-Unsubscribe' && value === 'One-Click'
}

function outcome(holder: TokenHolder | undefined): UnsubscribeView {
  if (!holder) return { state: 'unknown' }
  if (holder === 'test') return { state: 'test' }
  const state = holder.state === 'unsubscribed' ? 'already' : 'done'
  return { state, maskedEmail: maskAddress(holder.email) }
}

/**
 * The link of the confirmation message (SUBSCRIBE_CONFIRMATION=on). Opening it asks and changes nothing: mail filters
 * open every link.
 */
function createConfirmHandlers(platform: Platform, findFrame: FindFrame) {
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
      if (subscription?.state !== 'pending')
        return sendView(reply, outcomeOfConfirming(subscription))
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
        return sendView(reply, outcomeOfConfirming(subscription))
      }
      if (!subscription) throw new NotFoundError('This confirmation link no longer works.')
      return reply.send({ status: 'subscribed' })
    },
  }
}

function outcomeOfConfirming(subscription: Subscription | undefined): ConfirmSubscriptionView {
  return subscription
    ? { state: 'done', maskedEmail: maskAddress(subscription.email) }
    : { state: 'unknown' }
}
