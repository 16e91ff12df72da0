import { expect, test } from 'vitest'
import { restartDelay } from './supervise.ts'

test('one that ends is replaced at once, one that ends again and again ever later, within a bound', () => {
  expect([1, 2, 3, 4].map(restartDelay)).toEqual([100, 200, 400, 800])
  expect(restartDelay(10_000)).toBe(30_000)
})
