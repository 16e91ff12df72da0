import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  ConflictError,
  HttpError,
  InvalidError,
  TooManyRequestsError,
  UnavailableError,
} from '../../../platform/http/errors.ts'
import { countRequest } from '../../../platform/http/request/client-throttle.ts'
import { type Fields, onlyValue, readFields } from '../../../platform/http/request/fields.ts'
import { wantsPage } from '../../../platform/http/request/wants-page.ts'
import { PRIVATE_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SubscribeState } from '../../../shared/subscribe-messages.ts'
import type { SubscribeFormProps } from '../../../ui/subscribe-form.tsx'
import { parseAddress } from '../rules.ts'
import { type SubscribeResult, subscribe } from './subscribe.ts'
import { SUBSCRIBE_THROTTLE } from './throttles.ts'

/** The docket's first page with the answer beside its subscription form. */
export type RenderHome = (subscribe: SubscribeFormProps) => Promise<string>

type Accepted = 'subscribed' | 'reactivated' | 'confirmation_sent' | 'confirmation_held'

const statusOf: Record<Accepted, number> = {
  subscribed: 201,
  reactivated: 200,
  confirmation_sent: 202,
  confirmation_held: 202,
}

/** `POST /api/subscribe` (CONTRACT section 3), as JSON or a form; a browser's form gets the page back. */
export function createSubscribeHandler(platform: Platform, renderHome: RenderHome) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
    const fields = await readFields(request)
    const isBrowserForm = fields.kind === 'form' && wantsPage(request)
    try {
      await countRequest(platform, request, SUBSCRIBE_THROTTLE)
      const state = await accept(platform, fields)
      reply.status(statusOf[state])
      return isBrowserForm
        ? sendHome(reply, renderHome, { state, email: typedEmail(fields) })
        : reply.send({ status: state })
    } catch (error) {
      if (!isBrowserForm || !(error instanceof HttpError)) throw error
      reply.status(error.status).headers(error.headers)
      return sendHome(reply, renderHome, { ...refusal(error), email: typedEmail(fields) })
    }
  }
}

/** @throws ConflictError, InvalidError, UnavailableError */
async function accept(platform: Platform, fields: Fields): Promise<Accepted> {
  const mailbox = parseAddress(typedEmail(fields))
  if (!mailbox.accepted) throw invalidEmail(mailbox.reason)
  if (isFilled(onlyValue(fields, 'website'))) {
    // A program that fills in every field: it learns nothing, and nothing is stored.
    return platform.config.subscribeConfirmation ? 'confirmation_sent' : 'subscribed'
  }
  return unlessRefused(await subscribe(platform, mailbox))
}

function unlessRefused(result: SubscribeResult): Accepted {
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

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Anything but one text is as good as nothing typed. */
function typedEmail(fields: Fields): string {
  const value = onlyValue(fields, 'email')
  return typeof value === 'string' ? value : ''
}

function refusal(error: HttpError): SubscribeFormProps & { state: SubscribeState } {
  if (error instanceof TooManyRequestsError) {
    return { state: 'rate_limited', retryAfterSeconds: Number(error.headers['retry-after']) }
  }
  if (error.code === 'already_subscribed') return { state: 'already_subscribed' }
  if (error.code === 'invalid_email') return { state: 'invalid_email', detail: error.message }
  return { state: 'failed' }
}

async function sendHome(reply: FastifyReply, renderHome: RenderHome, answer: SubscribeFormProps) {
  return reply.type('text/html; charset=utf-8').send(await renderHome(answer))
}
