import { expect, test } from 'vitest'
import { readSubscribeOutcome } from './subscribe.ts'

test.each([
  [201, { status: 'subscribed' }, 'subscribed'],
  [200, { status: 'reactivated' }, 'reactivated'],
  [202, { status: 'confirmation_sent' }, 'confirmation_sent'],
  [409, { code: 'already_subscribed' }, 'already_subscribed'],
  [422, { code: 'invalid_email' }, 'invalid_email'],
  [429, { code: 'too_many_requests' }, 'too_many_requests'],
  [429, undefined, 'too_many_requests'],
  [500, { code: 'internal' }, 'failed'],
  [500, { status: 'subscribed' }, 'failed'],
  [502, undefined, 'failed'],
  [200, null, 'failed'],
])('%i with %j means %s', (status, body, state) => {
  expect(readSubscribeOutcome(status, body, null).state).toBe(state)
})

test('the sentence about the address is kept', () => {
  const body = { code: 'invalid_email', detail: 'There is no @.' }
  expect(readSubscribeOutcome(422, body, null).detail).toBe('There is no @.')
})

test.each([
  ['90', 90],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [null, undefined],
])('Retry-After %s is %s seconds', (header, retryAfterSeconds) => {
  expect(readSubscribeOutcome(429, {}, header).retryAfterSeconds).toBe(retryAfterSeconds)
})
