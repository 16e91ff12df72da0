import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCircuitBreaker, createPacer } from './pacing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the pace', () => {
  const START = Date.UTC(2026, 10, 25) * 1000

  /** Like the workers: sends what is allowed, then waits until the next message is allowed. In microseconds. */
  function countIn(duration: number, perSecond: number, { rested = 0, committing = 0 } = {}) {
    let [next, now, count] = [START, START + rested, 0]
    for (const end = now + duration; now < end; ) {
      const { room, nextAfter } = createPacer(perSecond, { next, now })
      const some = Math.min(room, 10)
      count += some
      next = nextAfter(some)
      // Timers have milliseconds.
      now += committing + Math.ceil(Math.max(0, next - now) / 1000) * 1000
    }
    return count
  }

  const SECOND = 1_000_000

  test.each([1, 7, 50, 400, 3000])('%i messages a second', (perSecond) => {
    const count = countIn(10 * SECOND, perSecond)
    expect(count).toBeGreaterThanOrEqual(10 * perSecond * 0.99)
    expect(count).toBeLessThanOrEqual(10 * perSecond * 1.01 + 2)
  })

  test('after a rest, nothing is caught up on', () => {
    expect(countIn(SECOND, 10, { rested: 60 * SECOND })).toBeLessThanOrEqual(12)
  })

  test('slow commits cost nothing of the rate', () => {
    const count = countIn(10 * SECOND, 20, { committing: 300_000 })
    expect(count).toBeGreaterThanOrEqual(190)
    expect(count).toBeLessThanOrEqual(210)
  })

  test('a turn that a clock set while it was ahead is not waited for', () => {
    const { room, nextAfter } = createPacer(10, { next: START + 3600 * SECOND, now: START })
    expect([room, nextAfter(1)]).toEqual([1, START + SECOND / 10])
  })
})

describe('a server in trouble', () => {
  const down = { outcome: 'deferred', concerns: 'server', reply: 'connection refused' } as const
  const sent = { outcome: 'sent', concerns: 'message', reply: '250 Ok' } as const
  const uncertain = { outcome: 'uncertain', concerns: 'message', reply: 'lost' } as const
  const refused = { outcome: 'failed', concerns: 'message', reply: '550 No such user' } as const
  const later = { outcome: 'deferred', concerns: 'message', reply: '450 Later' } as const

  const all = Number.POSITIVE_INFINITY
  const make = () => createCircuitBreaker((failures) => failures * 1000, Date.now)

  test('a clock that is put back does not lengthen the pause', () => {
    const breaker = make()
    vi.setSystemTime(Date.UTC(2027, 11, 30))
    for (let count = 0; count < 3; count++) breaker.report(down)
    expect([breaker.room(), breaker.wait()]).toEqual([0, 1000])
    vi.setSystemTime(Date.UTC(2026, 10, 25))
    expect([breaker.room(), breaker.wait()]).toEqual([1, 0])
  })

  test('one or two failures of the server hold up nobody, and an answer shows that it works', () => {
    const breaker = make()
    for (let count = 0; count < 20; count++) {
      breaker.report(down)
      breaker.report(down)
      expect(breaker.room()).toBe(all)
      breaker.report(count % 2 ? refused : later)
    }
    expect(breaker.room()).toBe(all)
  })

  test.each([
    ['cannot be used', down],
    ['breaks off at every message', uncertain],
  ])('three in a row make all wait; then one tries, and the pause grows: %s', (_, trouble) => {
    const breaker = make()
    for (let count = 0; count < 10; count++) breaker.report(trouble)
    expect(breaker.status()).toEqual({ until: Date.now() + 1000, reply: trouble.reply })
    expect([breaker.room(), breaker.wait()]).toEqual([0, 1000])
    vi.advanceTimersByTime(1000)
    expect([breaker.room(), breaker.wait()]).toEqual([1, 0])
    breaker.begin()
    expect([breaker.room(), breaker.wait()]).toEqual([0, 0])
    breaker.report(trouble)
    expect([breaker.room(), breaker.wait()]).toEqual([0, 2000])
    vi.advanceTimersByTime(2000)
    expect(breaker.room()).toBe(1)
  })

  test('messages in flight when the pause began change nothing, unless one arrives', () => {
    const breaker = make()
    for (let count = 0; count < 3; count++) breaker.report(down)
    breaker.report(down)
    expect(breaker.wait()).toBe(1000)
    breaker.report(sent)
    expect([breaker.room(), breaker.status()]).toEqual([all, undefined])
  })
})
