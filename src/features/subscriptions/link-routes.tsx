import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Subscription } from '../../platform/database/schema.ts'
import {
  type ApiSchema,
  apiHandler,
  file,
  noBody,
  problem,
} from '../../platform/http/api-schema.ts'
import { BadRequestError, NotFoundError } from '../../platform/http/errors.ts'
import { countRequest } from '../../platform/http/request/client-throttle.ts'
import { isForm } from '../../platform/http/request/form.ts'
import { wantsPage } from '../../platform/http/request/parse.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendPage } from '../accounts/sessions/answer.ts'
import { checkCsrf } from '../accounts/sessions/guard.ts'
import type { FindFrame } from '../site/site-frame.ts'
import * as api from './api.ts'
import { LinkPage, type LinkView, type Question } from './pages.tsx'
import { confirmSubscription, findConfirmable } from './subscribe/subscribe.ts'
import { LINK_THROTTLE } from './subscribe/throttles.ts'
import { findTokenHolder, type TokenHolder, unsubscribe } from './unsubscribe.ts'

const params = z.object({ token: z.string().describe('The token in the link from the message') })

const unsubscribeApi = {
  operationId: 'unsubscribe',
  tags: ['Subscriptions'],
  summary: 'Unsubscribe',
  description: `Sent by the button on the confirmation page, with that page’s cookie and its CSRF token, in the field \`_csrf\` or the header \`x-csrf-token\`. Repeating it changes nothing.\n\n${api.perClient(LINK_THROTTLE)}`,
  params,
  body: z.object({ _csrf: api.onlyText('From the confirmation page’s form').optional() }),
  consumes: api.BODIES,
  response: {
    200: api.unsubscribed('The address will get no more messages'),
    400: api.unreadable,
    403: problem('The CSRF token or its cookie is missing or wrong, or another site sent this', [
      'csrf',
      'cross_site',
    ]),
    404: problem('Unknown token', ['not_found']),
    415: api.unsupportedType,
    429: api.tooMany,
  },
} satisfies ApiSchema

const redirectApi = {
  operationId: 'openOldUnsubscribeLink',
  tags: ['Subscriptions'],
  summary: 'Unsubscribe link in messages sent by version 1.0',
  description: 'Changes nothing; redirects to the page that asks for confirmation.',
  params,
  response: { 302: noBody('The confirmation page, `/unsubscribe/{token}`') },
} satisfies ApiSchema

const ONE_CLICK_ONLY =
  'To unsubscribe, open this address in a browser. Mail programs send List-Unsubscribe=One-Click and nothing else.'

const oneClickApi = {
  operationId: 'unsubscribeWithOneClick',
  tags: ['Subscriptions'],
  summary: 'One-click unsubscribe (RFC 8058)',
  description: `For mail programs, at the address in the List-Unsubscribe header. It needs no cookie or CSRF token, and accepts only the field List-Unsubscribe.\n\n${api.perClient(LINK_THROTTLE)}`,
  params,
  // RFC 8058, section 3.2: exactly this pair, after which some providers add a line end.
  body: z.strictObject(
    { 'List-Unsubscribe': z.string().regex(/^One-Click[\r\n]{0,4}$/, ONE_CLICK_ONLY) },
    ONE_CLICK_ONLY,
  ),
  consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
  response: {
    200: file('The address will get no more messages', 'text/plain'),
    400: problem('Any other body', ['bad_request']),
    404: problem('Unknown token', ['not_found']),
    429: api.tooMany,
  },
} satisfies ApiSchema

/** For the links in our mail (CONTRACT section 3). Mail filters open every link, so only the POSTs change anything. */
export function createLinkHandlers(platform: Platform, findFrame: FindFrame) {
  /** Runs before requests to URLs with a token: private headers and a rate limit (PROMISES 9, 12). */
  async function visit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers(PRIVATE_HEADERS)
    await countRequest(platform, request, LINK_THROTTLE)
  }

  async function send(reply: FastifyReply, view: LinkView): Promise<FastifyReply> {
    const status = view.state === 'unknown' || view.state === 'expired' ? 404 : 200
    return sendPage(reply, <LinkPage layout={await findFrame()} {...view} />, status)
  }

  return {
    async confirmationPage(request: FastifyRequest, reply: FastifyReply) {
      const token = tokenOf(request)
      const question = { action: `/subscribe/confirm/${token}`, csrfToken: request.csrfToken }
      return send(reply, confirmationView(await findConfirmable(platform, token), question))
    },

    async confirm(request: FastifyRequest, reply: FastifyReply) {
      await visit(request, reply)
      return send(reply, confirmationView(await confirmSubscription(platform, tokenOf(request))))
    },

    async unsubscribePage(request: FastifyRequest, reply: FastifyReply) {
      const token = tokenOf(request)
      const action = `/api/unsubscribe/${encodeURIComponent(token)}`
      const question = { action, csrfToken: request.csrfToken }
      return send(reply, unsubscribeView(await findTokenHolder(platform, token), question))
    },

    unsubscribe: apiHandler(
      unsubscribeApi,
      async (request, reply) => {
        const holder = await findTokenHolder(platform, request.params.token)
        // A test has no subscription to protect, and its page has no form.
        const { _csrf = request.headers['x-csrf-token'] } = request.body
        if (holder !== 'test') checkCsrf(request, _csrf)
        if (holder && holder !== 'test') await unsubscribe(platform, holder)
        if (isForm(request) && wantsPage(request)) return send(reply, unsubscribeView(holder))
        if (!holder) throw new NotFoundError('This unsubscribe link is not valid.')
        return reply.send({ status: 'unsubscribed' })
      },
      visit,
    ),

    unsubscribeRedirect: apiHandler(redirectApi, async ({ params }, reply) => {
      const page = `/unsubscribe/${encodeURIComponent(params.token)}`
      return reply.headers(PRIVATE_HEADERS).redirect(page, 302)
    }),

    oneClickUnsubscribe: apiHandler(
      oneClickApi,
      async (request, reply) => {
        const holder = await findTokenHolder(platform, request.params.token)
        if (!holder) throw new NotFoundError('This unsubscribe link is not valid.')
        if (holder !== 'test') await unsubscribe(platform, holder)
        return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
      },
      async (request, reply) => {
        await visit(request, reply)
        const { headers } = request
        // Some providers send the form as plain text, or do not say what it is.
        if (/^text\/plain\b|^$/i.test(headers['content-type'] ?? '')) {
          headers['content-type'] = 'application/x-www-form-urlencoded'
        }
        if (!isForm(request)) throw new BadRequestError(ONE_CLICK_ONLY)
      },
    ),
  }
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

/** @param question unless it has just been answered */
function confirmationView(found: Subscription | undefined, question?: Question): LinkView {
  if (!found) return { link: 'subscribe', state: 'expired' }
  const { email } = found
  const state = question && found.state === 'pending' ? question : 'subscribed'
  return { link: 'subscribe', state, email }
}

function unsubscribeView(holder: TokenHolder | undefined, question?: Question): LinkView {
  const link = 'unsubscribe'
  if (!holder) return { link, state: 'unknown' }
  if (holder === 'test') return { link, state: 'test' }
  const { email } = holder
  if (holder.state === 'unsubscribed') return { link, state: 'already', email }
  return { link, state: question ?? 'unsubscribed', email }
}
