import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ApiSchema, answering, file, problem } from '../../platform/http/api-schema.ts'
import { BadRequestError, NotFoundError } from '../../platform/http/errors.ts'
import { isForm } from '../../platform/http/request/form.ts'
import { wantsPage } from '../../platform/http/request/parse.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendPage } from '../accounts/sessions/form-attempt.ts'
import type { FindFrame } from '../site/site-frame.ts'
import {
  BODIES,
  csrfBody,
  csrfExample,
  foreign,
  notOurKind,
  perClient,
  tokenParams,
  tooMany,
  unreadable,
  unsubscribed,
} from './api.ts'
import { createConfirmationCookie } from './confirmation-cookie.ts'
import { UnsubscribePage, type UnsubscribeView } from './pages.tsx'
import { maskAddress } from './rules.ts'
import { LINK_THROTTLE, linkVisit } from './subscribe/throttles.ts'
import { findTokenHolder, type TokenHolder, unsubscribe } from './unsubscribe.ts'

const NOT_KNOWN = 'This unsubscribe link is not valid.'

const unsubscribeApi = {
  operationId: 'unsubscribe',
  tags: ['Subscriptions'],
  summary: 'Unsubscribe',
  description: `What the confirmation page’s button sends, with that page’s CSRF token, as the field \`_csrf\` or the header \`x-csrf-token\`, and its cookie. Repeating it changes nothing.\n\n${perClient(LINK_THROTTLE)}`,
  params: tokenParams,
  requestHeaders: { 'x-csrf-token': 'In place of the field `_csrf`' },
  body: csrfBody,
  bodyExample: csrfExample,
  consumes: BODIES,
  response: {
    200: unsubscribed('The address gets no more messages'),
    400: unreadable,
    403: foreign,
    404: problem('Unknown token', ['not_found']),
    415: notOurKind,
    429: tooMany,
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/api/unsubscribe/TOKEN \\\n  --cookie 'COOKIE' --header 'x-csrf-token: TOKEN' --request POST`,
} satisfies ApiSchema

const redirectApi = {
  operationId: 'openOldUnsubscribeLink',
  tags: ['Subscriptions'],
  summary: 'The link of messages sent by version 1.0',
  description: 'Changes nothing and leads to the page that asks.',
  params: tokenParams,
  response: {
    302: { description: 'The page that asks', headers: { Location: '`/unsubscribe/{token}`' } },
  },
  curl: ({ publicUrl }) => `curl --include ${publicUrl}/api/unsubscribe/TOKEN`,
} satisfies ApiSchema

const ONE_CLICK_ONLY =
  'To unsubscribe, open this address in a browser. Mail programs send List-Unsubscribe=One-Click and nothing else.'

const oneClickApi = {
  operationId: 'unsubscribeWithOneClick',
  tags: ['Subscriptions'],
  summary: 'One-click unsubscribe (RFC 8058)',
  description: `For mail programs, at the address that the List-Unsubscribe header names. It needs no cookie and no CSRF token, and takes the one field List-Unsubscribe and nothing else.\n\n${perClient(LINK_THROTTLE)}`,
  params: tokenParams,
  // RFC 8058, section 3.2: this one pair, and no other.
  body: z.strictObject(
    { 'List-Unsubscribe': z.literal('One-Click', ONE_CLICK_ONLY) },
    ONE_CLICK_ONLY,
  ),
  bodyExample: { 'List-Unsubscribe': 'One-Click' },
  consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  response: {
    200: file('The address gets no more messages', 'text/plain'),
    400: problem('Another body', ['bad_request']),
    404: problem('Unknown token', ['not_found']),
    429: tooMany,
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/unsubscribe/TOKEN --data 'List-Unsubscribe=One-Click'`,
} satisfies ApiSchema

/** Everything behind the link of a notification (CONTRACT section 3). Only the two POSTs change anything. */
export function createUnsubscribeHandlers(platform: Platform, findFrame: FindFrame) {
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
    unsubscribe: answering(
      unsubscribeApi,
      async (request, reply) => {
        const holder = await findTokenHolder(platform, request.params.token)
        // The page for a test has no form: there is nothing to protect.
        if (holder !== 'test') confirmation.require(request, request.body._csrf)
        if (holder && holder !== 'test') await unsubscribe(platform, holder)
        if (isForm(request) && wantsPage(request)) return sendView(reply, outcome(holder))
        if (!holder) throw new NotFoundError(NOT_KNOWN)
        return reply.send({ status: 'unsubscribed' })
      },
      linkVisit(platform),
    ),

    /** `GET /api/unsubscribe/{token}`, as messages of version 1.0 have it. */
    redirect: answering(redirectApi, async ({ params }, reply) =>
      reply
        .headers(PRIVATE_HEADERS)
        .redirect(`/unsubscribe/${encodeURIComponent(params.token)}`, 302),
    ),

    /** `POST /unsubscribe/{token}`: RFC 8058, sent by mail programs for their users; they bring no cookie. */
    oneClick: answering(
      oneClickApi,
      async (request, reply) => {
        const holder = await findTokenHolder(platform, request.params.token)
        if (!holder) throw new NotFoundError(NOT_KNOWN)
        if (holder !== 'test') await unsubscribe(platform, holder)
        return reply.type('text/plain; charset=utf-8').send('Unsubscribed.\n')
      },
      async (request, reply) => {
        await linkVisit(platform)(request, reply)
        if (!isForm(request)) throw new BadRequestError(ONE_CLICK_ONLY)
      },
    ),
  }
}

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token

function outcome(holder: TokenHolder | undefined): UnsubscribeView {
  if (!holder) return { state: 'unknown' }
  if (holder === 'test') return { state: 'test' }
  const state = holder.state === 'unsubscribed' ? 'already' : 'done'
  return { state, maskedEmail: maskAddress(holder.email) }
}
