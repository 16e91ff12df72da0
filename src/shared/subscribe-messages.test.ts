import { expect, test } from 'vitest'
import { subscribeMessage, subscribeStateOf } from './subscribe-messages.ts'

const email = 'ada@example.com'

test('what the server did not say means that it failed', () => {
  const states = ['subscribed', 'toString', undefined].map(subscribeStateOf)
  expect(states).toEqual(['subscribed', 'failed', 'failed'])
})

test.each([
  ['confirmation_sent', 'success'],
  ['already_subscribed', 'info'],
] as const)('%s names the address, as a message of the kind %s', (state, kind) => {
  const text = expect.stringContaining(email)
  expect(subscribeMessage({ state, email })).toEqual({ kind, text })
})

test('the sentence of the server about a bad address is kept', () => {
  const text = 'There is no @ in this address.'
  const message = subscribeMessage({ state: 'invalid_email', detail: text })
  expect(message).toEqual({ kind: 'error', text })
  expect(subscribeMessage({ state: 'invalid_email' })?.text).toContain('name@example.com')
})

test.each([
  [undefined, 'again later.'],
  [20, 'in a minute.'],
  [61, 'in 2 minutes.'],
])('after too many attempts with Retry-After %s it says when', (retryAfterSeconds, ending) => {
  const { text } = subscribeMessage({ state: 'too_many_requests', retryAfterSeconds })
  expect(text).toContain(ending)
})
