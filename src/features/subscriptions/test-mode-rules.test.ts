import { describe, expect, test } from 'vitest'
import { countsAsNotified, mayMail } from './test-mode-rules.ts'

describe('PROMISES 21: whom a message may go to', () => {
  const test21 = { mode: 'test', testRecipient: 'clerk@example.com' } as const
  const nobody = { mode: 'test', testRecipient: undefined } as const
  const live = { mode: 'live', testRecipient: undefined } as const
  test.each([
    ['clerk@example.com', true],
    ['reader@example.org', false],
    ['clerk@example.com, reader@example.org', false],
    ['Clerk@example.com', false],
    ['', false],
  ])('in testing mode %s: %s', (recipient, may) => {
    expect(mayMail(test21, recipient)).toBe(may)
  })

  test('nobody if no test recipient is set, and everyone in live mode', () => {
    expect(mayMail(nobody, '')).toBe(false)
    expect(mayMail(nobody, 'undefined')).toBe(false)
    expect(mayMail(live, 'reader@example.org')).toBe(true)
  })

  test('a test does not count as having notified the subscribers', () => {
    expect(countsAsNotified(live, { mode: 'test' })).toBe(false)
    expect(countsAsNotified(live, { mode: 'live' })).toBe(true)
    expect(countsAsNotified(test21, { mode: 'test' })).toBe(true)
    expect(countsAsNotified(test21, { mode: 'live' })).toBe(true)
  })
})
