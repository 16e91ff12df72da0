import { expect, test } from 'vitest'
import { dateTicks, valueScale } from './chart.tsx'

test.each([0, 1, 2, 3, 7, 64, 999, 1_234_567])('up to %i, ticks are whole numbers', (highest) => {
  const { ticks, yOf } = valueScale(highest)
  expect(ticks.every(Number.isInteger)).toBe(true)
  expect(ticks[0]).toBe(0)
  expect(ticks.length).toBeGreaterThan(1)
  expect(yOf(highest)).toBeLessThanOrEqual(yOf(0))
})

test.each([
  [1, [0]],
  [2, [0, 1]],
  [3, [0, 1, 2]],
  [7, [1, 3, 5]],
  [366, [61, 183, 305]],
])('of %i bars those at %j have a date', (count, indexes) =>
  expect(dateTicks(count)).toEqual(indexes),
)
