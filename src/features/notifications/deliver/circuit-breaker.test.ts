import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

const down = { outcome: 'deferred', concerns: 'server', reply: 'connection refused' } as const
const sent = { outcome: 'sent', concerns: 'message', reply: '250 Ok' } as const
const uncertain = { outcome: 'uncertain', concerns: 'message', reply: 'lost' } as const
const refused = { outcome: 'failed', concerns: 'message', reply: '550 No such user' } as const
const later = { outcome: 'deferred', concerns: 'message', reply: '450 Later' } as const

const stop = new AbortController()
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function make(signal = stop.signal) {
  const breaker = createCircuitBreaker({
    pause: (failures) => failures * 1000,
    clock: Date.now,
    signal,
  })
  const passed: string[] = []
  const pass = async (name: string) => {
    if (await breaker.pass()) passed.push(name)
  }
  return { breaker, passed, pass }
}

test('one or two failures of the server hold up nobody', () => {
  const { breaker } = make()
  breaker.report(down)
  breaker.report(down)
  expect(breaker.pass()).toBe(true)
})

test('what concerns one message never holds up the others', () => {
  const { breaker } = make()
  for (let count = 0; count < 50; count++) {
    breaker.report(refused)
    breaker.report(later)
  }
  expect(breaker.pass()).toBe(true)
})

test('an answer in between shows that the server works', () => {
  const { breaker } = make()
  for (let count = 0; count < 20; count++) {
    breaker.report(down)
    breaker.report(down)
    breaker.report(refused)
  }
  expect(breaker.pass()).toBe(true)
})

test.each([
  ['cannot be used', down],
  ['breaks off at every message', uncertain],
])('three in a row make all wait; then one tries, and the pause grows: %s', async (_, trouble) => {
  const { breaker, passed, pass } = make()
  for (let count = 0; count < 10; count++) breaker.report(trouble)
  void pass('first')
  void pass('second')
  expect(breaker.status()).toEqual({ until: Date.now() + 1000, reply: trouble.reply })
  await vi.advanceTimersByTimeAsync(999)
  expect(passed).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(passed).toEqual(['first'])
  breaker.report(trouble)
  await vi.advanceTimersByTimeAsync(1999)
  expect(passed).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(passed).toEqual(['first', 'second'])
})

test('when one got through, all follow', async () => {
  const { breaker, passed, pass } = make()
  for (let count = 0; count < 3; count++) breaker.report(down)
  for (const name of ['first', 'second', 'third']) void pass(name)
  await vi.advanceTimersByTimeAsync(1000)
  breaker.report(sent)
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toEqual(['first', 'second', 'third'])
  expect(breaker.status()).toBeUndefined()
  expect(breaker.pass()).toBe(true)
})

test('whoever comes after the pause is the one who tries', async () => {
  const { breaker, passed, pass } = make()
  for (let count = 0; count < 3; count++) breaker.report(down)
  await vi.advanceTimersByTimeAsync(1000)
  void pass('late')
  void pass('later')
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toEqual(['late'])
})

test('one who does not try after all leaves it to the next', async () => {
  const { breaker, passed, pass } = make()
  for (let count = 0; count < 3; count++) breaker.report(down)
  void pass('skipped')
  void pass('next')
  await vi.advanceTimersByTimeAsync(1000)
  breaker.report(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toEqual(['skipped', 'next'])
})

test('stopping sends everyone home', async () => {
  const stopping = new AbortController()
  const { breaker } = make(stopping.signal)
  for (let count = 0; count < 3; count++) breaker.report(down)
  const waiting = breaker.pass()
  stopping.abort()
  expect(await waiting).toBe(false)
  expect(breaker.pass()).toBe(false)
})
