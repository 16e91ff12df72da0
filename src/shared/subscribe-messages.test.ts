import { expect, test } from 'vitest'
import { subscribeMessage, subscribeStateOf } from './subscribe-messages.ts'

const email = 'ada@example.com'

test('what the server did not say means that it failed', () => {
  expect(['subscribed', 'toString', undefined].map(subscribeStateOf)).toEqual([
    'subscribed',
    'failed',
    'failed',
  ])
})

test.each(['subscribed', 'reactivated', 'confirmation_sent'] as const)(
  '%s names the address',
  (state) => {
    expect(subscribeMessage({ state, email })).toMatchObject({
      kind: 'success',
      text: expect.stringContaining(email),
    })
  },
)

test('an address already subscribed is no mistake of the visitor', () => {
  expect(subscribeMessage({ state: 'already_subscribed', email })?.kind).toBe('info')
})

test('the sentence of the server about a bad address is kept', () => {
  const detail = 'There is no @ in this address.'
  expect(subscribeMessage({ state: 'invalid_email', detail })).toEqual({
    kind: 'error',
    text: detail,
  })
  expect(subscribeMessage({ state: 'invalid_email' })?.text).toContain('name@example.com')
})

test.each([
  [undefined, 'again later.'],
  [20, 'in a minute.'],
  [61, 'in 2 minutes.'],
])('after too many attempts with Retry-After %s it says when', (retryAfterSeconds, ending) => {
  expect(subscribeMessage({ state: 'too_many_requests', retryAfterSeconds })?.text).toContain(
    ending,
  )
})
