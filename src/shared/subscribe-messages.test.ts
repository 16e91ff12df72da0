import { expect, test } from 'vitest'
import { subscribeMessage, subscribeStateOf } from './subscribe-messages.ts'

const email = 'ada@example.com'

test('what the server did not say means that it failed', () => {
  const states = ['subscribed', 'toString', undefined].map(subscribeStateOf)
  expect(states).toEqual(['subscribed', 'failed', 'failed'])
})

test.each([
  [{ state: 'confirmation_sent', email }, 'success', email],
  [{ state: 'already_subscribed', email }, 'info', email],
  [{ state: 'invalid_email', detail: 'It has no @.' }, 'error', 'It has no @.'],
  [{ state: 'invalid_email' }, 'error', 'name@example.com'],
  [{ state: 'too_many_requests' }, 'error', 'again later.'],
  [{ state: 'too_many_requests', retryAfterSeconds: 20 }, 'error', 'in a minute.'],
  [{ state: 'too_many_requests', retryAfterSeconds: 61 }, 'error', 'in 2 minutes.'],
] as const)('%j is told as %s, with “%s”', (outcome, kind, part) => {
  const text = expect.stringContaining(part)
  expect(subscribeMessage(outcome)).toEqual({ kind, text })
})
