import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandScale, dateTicks, PLOT, valueScale } from './chart-axes.tsx'

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  )

test.each([0, 1, 2, 3, 7, 64, 999, 1_234_567])(
  'up to %i the ticks are whole numbers',
  (highest) => {
    const { ticks, yOf } = valueScale(highest)
    expect(ticks.every(Number.isInteger)).toBe(true)
    expect(ticks[0]).toBe(0)
    expect(ticks.length).toBeGreaterThan(1)
    expect(yOf(0)).toBe(PLOT.height)
    expect(yOf(highest)).toBeGreaterThanOrEqual(0)
  },
)

test('bars stand side by side within the plot', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), (count) => {
      const { startOf, width, shareStartOf, share } = bandScale(count)
      for (let index = 0; index < count; index += 1) {
        expect(startOf(index)).toBeGreaterThanOrEqual(shareStartOf(index) - 0.002)
        expect(startOf(index) + width).toBeLessThanOrEqual(shareStartOf(index) + share + 0.003)
      }
      expect(shareStartOf(count - 1) + share).toBeCloseTo(100, 1)
    }),
    { numRuns: 50 },
  )
})

test('few bars have each its date, many those where a month or a year begins', () => {
  expect(dateTicks(days('2026-07-30', 3), 4, 11)).toEqual([0, 1, 2])
  const year = days('2025-11-21', 366)
  expect(dateTicks(year, 4, 11).map((index) => year[index])).toEqual([
    '2026-01-01',
    '2026-04-01',
    '2026-07-01',
    '2026-10-01',
  ])
})

test('dates are never more than there is room for, never cut off, never none', () => {
  const sample = fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 2, max: 10 }))
  fc.assert(
    fc.property(sample, ([count, max]) => {
      const list = days('2019-03-03', count)
      const ticks = dateTicks(list, max, 8)
      expect(ticks.length).toBeGreaterThan(0)
      expect(ticks.length).toBeLessThanOrEqual(max)
      expect(new Set(ticks).size).toBe(ticks.length)
      for (const index of ticks) {
        const middle = ((index + 0.5) * 100) / count
        expect(middle >= 8 && middle <= 92).toBe(true)
      }
    }),
  )
})
