import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacer } from './pacer.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

async function countIn(milliseconds: number, perSecond: number): Promise<number> {
  const stop = new AbortController()
  const pace = createPacer(perSecond, stop.signal)
  let count = 0
  const senders = Array.from({ length: 10 }, async () => {
    while (count < 100_000 && (await pace())) count += 1
  })
  await vi.advanceTimersByTimeAsync(milliseconds)
  const counted = count
  stop.abort()
  await Promise.all(senders)
  return counted
}

test.each([1, 7, 50, 400])('%i messages a second, whoever sends them', async (perSecond) => {
  const count = await countIn(10_000, perSecond)
  expect(count).toBeGreaterThanOrEqual(10 * perSecond)
  expect(count).toBeLessThanOrEqual(10 * perSecond * 1.01 + 2)
})

test('0 is as fast as they go', async () => {
  expect(await countIn(1, 0)).toBeGreaterThanOrEqual(100_000)
})

test('after a rest nothing is made up for', async () => {
  const pace = createPacer(10, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(60_000)
  let count = 0
  const sender = async () => {
    while (count < 1000 && (await pace())) count += 1
  }
  void sender()
  await vi.advanceTimersByTimeAsync(1000)
  expect(count).toBeLessThanOrEqual(12)
})

test('stopping ends the wait', async () => {
  const stop = new AbortController()
  const pace = createPacer(1, stop.signal)
  await pace()
  const waiting = pace()
  stop.abort()
  expect(await waiting).toBe(false)
})
