import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCircuitBreaker, createPacer } from './pacing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the pace', () => {
  /** Like the worker: sends what is allowed, then waits until the next message is allowed. */
  async function countIn(
    milliseconds: number,
    perSecond: number,
    { rested = 0, committing = 0, workers = 1 } = {},
  ): Promise<number> {
    const pacer = createPacer(perSecond)
    if (workers > 1) pacer.share(workers, 0)
    await vi.advanceTimersByTimeAsync(rested)
    const end = performance.now() + milliseconds
    let count = 0
    while (performance.now() < end && count < 100_000) {
      const room = Math.min(pacer.room(), 10)
      pacer.spend(room)
      count += room
      await vi.advanceTimersByTimeAsync(committing)
      await vi.advanceTimersByTimeAsync(Math.ceil(pacer.wait()))
    }
    return count
  }

  test.each([1, 7, 50, 400])('%i messages a second', async (perSecond) => {
    const count = await countIn(10_000, perSecond)
    expect(count).toBeGreaterThanOrEqual(10 * perSecond)
    expect(count).toBeLessThanOrEqual(10 * perSecond * 1.01 + 2)
  })

  test.each([2, 5])('is that of %i workers together', async (workers) => {
    const count = await countIn(10_000, 50, { workers })
    expect(count * workers).toBeGreaterThanOrEqual(500)
    expect(count * workers).toBeLessThanOrEqual(510 + 2 * workers)
  })

  test('a new worker waits until the others know of it', () => {
    const pacer = createPacer(50)
    pacer.share(2, 10_000)
    expect([pacer.room(), pacer.wait()]).toEqual([0, 10_000])
    pacer.share(2, 0)
    expect(pacer.room()).toBe(0)
  })

  test('0 is as fast as they go', async () => {
    expect(await countIn(1, 0)).toBeGreaterThanOrEqual(100_000)
  })

  test('after a rest nothing is made up for', async () => {
    expect(await countIn(1000, 10, { rested: 60_000 })).toBeLessThanOrEqual(12)
  })

  test('after a rest one may go, on a clock that does not stand still', () => {
    vi.useRealTimers()
    const pacer = createPacer(10)
    expect(pacer.room()).toBe(1)
    pacer.spend(1)
    expect(pacer.room()).toBe(0)
  })

  test('slow commits cost nothing of the rate', async () => {
    const count = await countIn(10_000, 20, { committing: 300 })
    expect(count).toBeGreaterThanOrEqual(190)
    expect(count).toBeLessThanOrEqual(210)
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

  test('one or two failures of the server hold up nobody', () => {
    const breaker = make()
    breaker.report(down)
    breaker.report(down)
    expect(breaker.room()).toBe(all)
  })

  test('what concerns one message never holds up the others', () => {
    const breaker = make()
    for (let count = 0; count < 50; count++) {
      breaker.report(refused)
      breaker.report(later)
    }
    expect(breaker.room()).toBe(all)
  })

  test('a clock that is put back does not lengthen the pause', () => {
    const breaker = make()
    vi.setSystemTime(Date.UTC(2027, 11, 30))
    for (let count = 0; count < 3; count++) breaker.report(down)
    expect([breaker.room(), breaker.wait()]).toEqual([0, 1000])
    vi.setSystemTime(Date.UTC(2026, 10, 25))
    expect([breaker.room(), breaker.wait()]).toEqual([1, 0])
  })

  test('an answer in between shows that the server works', () => {
    const breaker = make()
    for (let count = 0; count < 20; count++) {
      breaker.report(down)
      breaker.report(down)
      breaker.report(refused)
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

  test('when one got through, all follow', () => {
    const breaker = make()
    for (let count = 0; count < 3; count++) breaker.report(down)
    vi.advanceTimersByTime(1000)
    breaker.begin()
    breaker.report(sent)
    expect(breaker.room()).toBe(all)
    expect(breaker.status()).toBeUndefined()
  })

  test('what was under way when the pause began changes nothing, unless it arrives', () => {
    const breaker = make()
    for (let count = 0; count < 3; count++) breaker.report(down)
    breaker.report(down)
    expect(breaker.wait()).toBe(1000)
    breaker.report(sent)
    expect(breaker.room()).toBe(all)
  })
})
