import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  type ApiHandler,
  type ApiSchema,
  answering,
  problem,
} from '../../../platform/http/api-schema.ts'
import {
  ConflictError,
  HttpError,
  InvalidError,
  UnavailableError,
} from '../../../platform/http/errors.ts'
import { countRequest } from '../../../platform/http/request/client-throttle.ts'
import { isForm } from '../../../platform/http/request/form.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { subscribeStateOf } from '../../../shared/subscribe-messages.ts'
import type { SubscribeFormProps } from '../../../ui/subscribe-form.tsx'
import {
  BODIES,
  confirmationSent,
  notOurKind,
  onlyText,
  perClient,
  reactivated,
  subscribed,
  tooMany,
  unreadable,
} from '../api.ts'
import { parseAddress } from '../rules.ts'
import { subscribe } from './subscribe.ts'
import { SUBSCRIBE_THROTTLE } from './throttles.ts'

export type RenderHome = (subscribe: SubscribeFormProps) => Promise<string>

const subscribeApi = {
  operationId: 'subscribe',
  tags: ['Subscriptions'],
  summary: 'Subscribe an e-mail address to the notifications',
  description: `Only for addresses whose owners asked for it. A page of another site cannot send this: it is refused with 403.\n\n${perClient(SUBSCRIBE_THROTTLE)}`,
  body: z.object({
    email: onlyText('One mailbox, nothing else'),
    website: z
      .unknown()
      .optional()
      .describe('Must be empty: only programs that fill in every field fill it in'),
  }),
  bodyExample: { email: 'reader@example.com' },
  consumes: BODIES,
  response: {
    200: reactivated(
      'It had been unsubscribed and is active again, with its old link to unsubscribe',
    ),
    201: subscribed('It is subscribed'),
    202: confirmationSent(
      'Where this site asks new subscribers to confirm: a message is on its way',
    ),
    400: unreadable,
    403: problem('A page of another site sent this', ['cross_site']),
    409: problem('It is subscribed already', ['already_subscribed']),
    415: notOurKind,
    422: problem('Not one deliverable address', ['invalid_email']),
    429: tooMany,
    503: problem('The message that asks to confirm could not be sent', ['unavailable']),
  },
  curl: ({ publicUrl }) =>
    `curl ${publicUrl}/api/subscribe \\\n  --header 'Content-Type: application/json' \\\n  --data '{"email": "reader@example.com"}'`,
} satisfies ApiSchema

type Accepted = 'subscribed' | 'reactivated' | 'confirmation_sent' | 'confirmation_held'

const statusOf: Record<Accepted, number> = {
  subscribed: 201,
  reactivated: 200,
  confirmation_sent: 202,
  confirmation_held: 202,
}

export function createSubscribeHandler(platform: Platform, renderHome: RenderHome): ApiHandler {
  return answering(
    subscribeApi,
    async (request, reply) => {
      const { email } = request.body
      const isBrowserForm = isForm(request) && wantsPage(request)
      try {
        await countRequest(platform, request, SUBSCRIBE_THROTTLE)
        const state = await accept(platform, request.body)
        reply.status(statusOf[state])
        return isBrowserForm
          ? sendHome(reply, renderHome, { state, email })
          : reply.send({ status: state })
      } catch (error) {
        if (!isBrowserForm || !(error instanceof HttpError)) throw error
        reply.status(error.status).headers(error.headers)
        return sendHome(reply, renderHome, { ...refusal(error), email })
      }
    },
    (_request, reply) => void reply.headers(PRIVATE_HEADERS),
  )
}

async function accept(
  platform: Platform,
  { email, website }: z.output<typeof subscribeApi.body>,
): Promise<Accepted> {
  const mailbox = parseAddress(email)
  if (!mailbox.accepted) throw invalidEmail(mailbox.reason)
  if (website !== undefined && website !== null && website !== '') {
    // A program that fills in every field: it learns nothing, and nothing is stored.
    return platform.config.subscribeConfirmation ? 'confirmation_sent' : 'subscribed'
  }
  const result = await subscribe(platform, mailbox)
  switch (result) {
    case 'already_subscribed':
      throw new ConflictError('This address is already subscribed.', 'already_subscribed')
    case 'confirmation_refused':
      throw invalidEmail('The mail server does not accept mail for this address. Please check it.')
    case 'confirmation_failed':
      throw new UnavailableError(
        'The confirmation message could not be sent. Please try again later.',
      )
    default:
      return result
  }
}

const invalidEmail = (reason: string) =>
  new InvalidError(reason, { email: [reason] }, 'invalid_email')

const refusal = ({ code, message, headers }: HttpError): SubscribeFormProps => ({
  state: subscribeStateOf(code),
  detail: message,
  retryAfterSeconds: Number(headers['retry-after']),
})

async function sendHome(reply: FastifyReply, renderHome: RenderHome, answer: SubscribeFormProps) {
  return reply.type('text/html; charset=utf-8').send(await renderHome(answer))
}
