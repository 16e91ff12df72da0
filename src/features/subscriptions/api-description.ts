import { z } from 'zod'
import type { ApiAnswer, ApiDescription } from '../../platform/http/api-description.ts'
import { LINK_THROTTLE, SUBSCRIBE_THROTTLE } from './subscribe/throttles.ts'

const perClient = ({ limit, windowMs }: { limit: number; windowMs: number }) =>
  `At most ${limit} requests from one client in ${windowMs / 60_000} minutes.`

const tooMany: ApiAnswer = {
  description: 'Too many requests from this client, or for this mailbox or domain',
  codes: ['too_many_requests'],
  headers: { 'Retry-After': 'Seconds to wait' },
}
const unreadable: ApiAnswer = { description: 'The body could not be read', codes: ['bad_request'] }
const foreign: ApiAnswer = {
  description: 'The CSRF token or its cookie is missing or foreign, or another site sent this',
  codes: ['csrf', 'cross_site'],
}
const notOurKind: ApiAnswer = {
  description: 'Neither JSON nor a form',
  codes: ['unsupported_media_type'],
}
const token = z.object({ token: z.string().describe('As the link in the message has it') })
const Csrf = z.object({ _csrf: z.string().describe('Of the confirmation page’s form') })
const bodies = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

const status = <Status extends string>(name: string, ...values: [Status, ...Status[]]) =>
  z.object({ status: z.enum(values) }).meta({ id: name })
const Subscribed = status('Subscribed', 'subscribed')
const Reactivated = status('Reactivated', 'reactivated')
const Confirmation = status('ConfirmationSent', 'confirmation_sent', 'confirmation_held')
const Unsubscribed = status('Unsubscribed', 'unsubscribed')

export const subscribeApi: ApiDescription = {
  id: 'subscribe',
  tag: 'Subscriptions',
  summary: 'Subscribe an e-mail address to the notifications',
  description: [
    'Only for addresses whose owners asked for it. A page of another site cannot send this: it is refused with 403.',
    perClient(SUBSCRIBE_THROTTLE),
  ],
  body: {
    schema: z.object({ email: z.string().describe('One mailbox, nothing else') }),
    example: { email: 'reader@example.com' },
    mediaTypes: bodies,
  },
  responses: {
    200: {
      description: 'It had been unsubscribed and is active again, with its old link to unsubscribe',
      schema: Reactivated,
      example: () => ({ status: 'reactivated' }),
    },
    201: {
      description: 'It is subscribed',
      schema: Subscribed,
      example: () => ({ status: 'subscribed' }),
    },
    202: {
      description: 'Where this site asks new subscribers to confirm: a message is on its way',
      schema: Confirmation,
      example: () => ({ status: 'confirmation_sent' }),
    },
    400: unreadable,
    403: { description: 'A page of another site sent this', codes: ['cross_site'] },
    409: { description: 'It is subscribed already', codes: ['already_subscribed'] },
    415: notOurKind,
    422: { description: 'Not one deliverable address', codes: ['invalid_email'] },
    429: tooMany,
    503: {
      description: 'The message that asks to confirm could not be sent',
      codes: ['unavailable'],
    },
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/api/subscribe \\\n  --header 'Content-Type: application/json' \\\n  --data '{"email": "reader@example.com"}'`,
}

export const confirmApi: ApiDescription = {
  id: 'confirmSubscription',
  tag: 'Subscriptions',
  summary: 'Confirm a subscription',
  description: [
    'What the confirmation page’s button sends, with that page’s CSRF token and cookie. Programs do not need it.',
    perClient(LINK_THROTTLE),
  ],
  params: token,
  body: { schema: Csrf, example: { _csrf: 'TOKEN' }, mediaTypes: bodies },
  responses: {
    200: {
      description: 'The subscription is active',
      schema: Subscribed,
      example: () => ({ status: 'subscribed' }),
    },
    400: unreadable,
    403: foreign,
    404: { description: 'The link no longer works', codes: ['not_found'] },
    415: notOurKind,
    429: tooMany,
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/api/subscribe/confirm/TOKEN \\\n  --cookie 'COOKIE' --header 'x-csrf-token: TOKEN' --request POST`,
}

export const unsubscribeApi: ApiDescription = {
  id: 'unsubscribe',
  tag: 'Subscriptions',
  summary: 'Unsubscribe',
  description: [
    'What the confirmation page’s button sends, with that page’s CSRF token, as the field `_csrf` or the header `x-csrf-token`, and its cookie. Repeating it changes nothing.',
    perClient(LINK_THROTTLE),
  ],
  params: token,
  headers: { 'x-csrf-token': 'In place of the field `_csrf`' },
  body: { schema: Csrf.partial(), example: { _csrf: 'TOKEN' }, mediaTypes: bodies },
  responses: {
    200: {
      description: 'The address gets no more messages',
      schema: Unsubscribed,
      example: () => ({ status: 'unsubscribed' }),
    },
    400: unreadable,
    403: foreign,
    404: { description: 'Unknown token', codes: ['not_found'] },
    415: notOurKind,
    429: tooMany,
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/api/unsubscribe/TOKEN \\\n  --cookie 'COOKIE' --header 'x-csrf-token: TOKEN' --request POST`,
}

export const unsubscribeRedirectApi: ApiDescription = {
  id: 'openOldUnsubscribeLink',
  tag: 'Subscriptions',
  summary: 'The link of messages sent by version 1.0',
  description: ['Changes nothing and leads to the page that asks.'],
  params: token,
  responses: {
    302: {
      description: 'The page that asks',
      headers: { Location: '`/unsubscribe/{token}`' },
    },
  },
  curl: ({ publicUrl }) => `curl --include ${publicUrl}/api/unsubscribe/TOKEN`,
}

export const oneClickApi: ApiDescription = {
  id: 'unsubscribeWithOneClick',
  tag: 'Subscriptions',
  summary: 'One-click unsubscribe (RFC 8058)',
  description: [
    'For mail programs, at the address that the List-Unsubscribe header names. It needs no cookie and no CSRF token, and takes the one field List-Unsubscribe and nothing else.',
    perClient(LINK_THROTTLE),
  ],
  params: token,
  body: {
    schema: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
    example: { 'List-Unsubscribe': 'One-Click' },
    mediaTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  },
  responses: {
    200: { description: 'The address gets no more messages', mediaType: 'text/plain' },
    400: { description: 'Another body', codes: ['bad_request'] },
    404: { description: 'Unknown token', codes: ['not_found'] },
    429: tooMany,
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/unsubscribe/TOKEN --data 'List-Unsubscribe=One-Click'`,
}
