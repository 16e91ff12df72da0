import * as z from 'zod'
import {
  type ApiHandler,
  type ApiRequest,
  type ApiSchema,
  apiHandler,
  problem,
} from '../../../platform/http/api-schema.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { countRequest } from '../../../platform/http/request/client-throttle.ts'
import { isForm } from '../../../platform/http/request/form.ts'
import { wantsPage } from '../../../platform/http/request/parse.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import { subscribeStateOf } from '../../../shared/subscribe-messages.ts'
import type { SubscribeFormProps } from '../../../ui/subscribe-form.tsx'
import * as api from '../api.ts'
import { parseMailbox } from '../rules.ts'
import { invalidEmail, subscribe } from './subscribe.ts'
import { SUBSCRIBE_THROTTLE } from './throttles.ts'

type RenderHome = (subscribe: SubscribeFormProps) => Promise<string>

const subscribeApi = {
  operationId: 'subscribe',
  tags: ['Subscriptions'],
  summary: 'Subscribe an e-mail address to notifications',
  description: `Subscribe only addresses whose owners asked for it. Requests from other sites’ pages are refused with 403.\n\n${api.perClient(SUBSCRIBE_THROTTLE)}`,
  body: z.object({
    email: api.onlyText('One e-mail address and nothing else'),
    website: z
      .unknown()
      .optional()
      .describe('Leave this empty. Only bots that fill in every field fill it in.'),
  }),
  consumes: api.BODIES,
  response: {
    200: api.reactivated('It was unsubscribed and is active again, with its old unsubscribe link'),
    201: api.subscribed('It is subscribed'),
    202: api.confirmationSent('This site asks new subscribers to confirm: a message is on its way'),
    400: api.unreadable,
    403: problem('The request came from another site’s page', ['cross_site']),
    409: problem('It is already subscribed, or the case is closed', [
      'already_subscribed',
      'docket_closed',
    ]),
    415: api.unsupportedType,
    422: problem('Not a single deliverable address', ['invalid_email']),
    429: api.tooMany,
    503: problem('The confirmation message could not be sent', ['unavailable']),
  },
} satisfies ApiSchema

const STATUS = {
  subscribed: 201,
  reactivated: 200,
  confirmation_sent: 202,
  confirmation_held: 202,
}

export function createSubscribeHandler(platform: Platform, renderHome: RenderHome): ApiHandler {
  return apiHandler(
    subscribeApi,
    async (request, reply) => {
      const { email } = request.body
      const isBrowserForm = isForm(request) && wantsPage(request)
      const { status, ...answer } = await accept(platform, request).catch((error) => {
        if (!isBrowserForm || !(error instanceof HttpError)) throw error
        const { status, code, message: detail, headers } = error
        reply.headers(headers)
        const retryAfterSeconds = Number(headers['retry-after'])
        return { status, state: subscribeStateOf(code), detail, retryAfterSeconds }
      })
      reply.status(status)
      if (!isBrowserForm) return reply.send({ status: answer.state })
      return reply.type('text/html; charset=utf-8').send(await renderHome({ ...answer, email }))
    },
    (_request, reply) => void reply.headers(PRIVATE_HEADERS),
  )
}

async function accept(platform: Platform, request: ApiRequest<typeof subscribeApi>) {
  await countRequest(platform, request, SUBSCRIBE_THROTTLE)
  const { email, website } = request.body
  const mailbox = parseMailbox(email)
  if (!mailbox.accepted) throw invalidEmail(mailbox.reason)
  const isBot = (website ?? '') !== ''
  // A bot that fills in every field gets the usual response, and nothing is stored.
  const usual = platform.config.subscribeConfirmation ? 'confirmation_sent' : 'subscribed'
  const state: keyof typeof STATUS = isBot ? usual : await subscribe(platform, mailbox)
  return { state, status: STATUS[state] }
}
