import * as z from 'zod'
import { json, problem } from '../../platform/http/api-schema.ts'
import type { ClientThrottle } from '../../platform/http/request/client-throttle.ts'

export const perClient = ({ limit, windowMs }: ClientThrottle) =>
  `At most ${limit} requests from one client in ${windowMs / 60_000} minutes.`

export const BODIES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]

/** Anything other than a single string counts as empty. */
export const onlyText = (description: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value : ''),
    z.string().describe(description),
  )

export const tooMany = problem(
  'Too many requests from this client, or for this mailbox or domain',
  ['too_many_requests'],
)
export const unreadable = problem('The body could not be read', ['bad_request'])
export const unsupportedType = problem('The body is neither JSON nor a form', [
  'unsupported_media_type',
])

function statusAnswer(id: string, ...states: [string, ...string[]]) {
  const schema = z.object({ status: z.enum(states) }).meta({ id })
  return (description: string) => json(description, schema)
}

export const subscribed = statusAnswer('Subscribed', 'subscribed')
export const reactivated = statusAnswer('Reactivated', 'reactivated')
export const confirmationSent = statusAnswer(
  'ConfirmationSent',
  'confirmation_sent',
  'confirmation_held',
)
export const unsubscribed = statusAnswer('Unsubscribed', 'unsubscribed')
