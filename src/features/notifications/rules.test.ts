import { describe, expect, test } from 'vitest'
import {
  countsAsNotified,
  GIVE_UP_AFTER_MS,
  isHeldBack,
  mayMail,
  nextAttemptAt,
  serverPause,
} from './rules.ts'

const minute = 60_000

describe('PROMISES 21: whom a message may go to', () => {
  const test21 = { mode: 'test', testRecipient: 'clerk@example.com' } as const
  test.each([
    ['clerk@example.com', true],
    ['reader@example.org', false],
    ['clerk@example.com, reader@example.org', false],
    ['Clerk@example.com', false],
    ['', false],
  ])('in testing mode %s: %s', (recipient, may) => {
    expect(mayMail(test21, recipient)).toBe(may)
  })

  test('nobody where no test recipient is set', () => {
    expect(mayMail({ mode: 'test', testRecipient: undefined }, '')).toBe(false)
    expect(mayMail({ mode: 'test', testRecipient: undefined }, 'undefined')).toBe(false)
  })

  test('everybody in live mode', () => {
    expect(mayMail({ mode: 'live', testRecipient: undefined }, 'reader@example.org')).toBe(true)
  })

  test('a notification to the subscribers waits in testing mode', () => {
    expect(isHeldBack(test21, { mode: 'live' })).toBe(true)
    expect(isHeldBack(test21, { mode: 'test' })).toBe(false)
    expect(isHeldBack({ mode: 'live', testRecipient: undefined }, { mode: 'live' })).toBe(false)
  })

  test('a trial does not count as having notified the subscribers', () => {
    const live = { mode: 'live', testRecipient: undefined } as const
    expect(countsAsNotified(live, { mode: 'test' })).toBe(false)
    expect(countsAsNotified(live, { mode: 'live' })).toBe(true)
    expect(countsAsNotified(test21, { mode: 'test' })).toBe(true)
    expect(countsAsNotified(test21, { mode: 'live' })).toBe(true)
  })
})

describe('pauses', () => {
  const pauses = (concerns: 'message' | 'server') =>
    Array.from({ length: 8 }, (_, index) => {
      const at = nextAttemptAt({ attempts: index + 1, queuedAt: 0, now: 0, concerns }, 0)
      return (at ?? 0) / minute
    })

  test('between attempts for one recipient grow to hours', () => {
    expect(pauses('message')).toEqual([1, 5, 15, 60, 120, 240, 240, 240])
  })

  test('are short at first where the server is in trouble', () => {
    expect(pauses('server').map((pause) => pause * 60)).toEqual([
      5, 10, 20, 60, 300, 900, 3600, 7200,
    ])
  })

  test('are spread, never shortened', () => {
    const at = (chance: number) =>
      nextAttemptAt({ attempts: 1, queuedAt: 0, now: 0, concerns: 'message' }, chance) ?? 0
    expect(at(0)).toBe(minute)
    expect(at(0.999)).toBeGreaterThan(1.19 * minute)
    expect(at(0.999)).toBeLessThan(1.2 * minute)
  })

  test('end after two days, with a last attempt at their end', () => {
    const last = { attempts: 20, queuedAt: 0, concerns: 'message' } as const
    expect(nextAttemptAt({ ...last, now: GIVE_UP_AFTER_MS - minute }, 1)).toBe(GIVE_UP_AFTER_MS)
    expect(nextAttemptAt({ ...last, now: GIVE_UP_AFTER_MS }, 1)).toBeUndefined()
  })

  test('of everybody, while the server cannot be used, grow to 5 minutes', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((failures) => serverPause(failures) / 1000)
    expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  })
})
