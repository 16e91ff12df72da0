import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAt } from '../../../shared/time-zone.ts'
import { dayNumberOf, dayOfNumber, startOfDay } from './site-days.ts'

const HOUR = 3_600_000
const NEW_YORK = 'America/New_York'

test.each([
  ['2026-03-08', 23],
  ['2026-11-01', 25],
  ['2026-07-30', 24],
])('%s has %i hours in New York', (day, hours) => {
  const next = dayOfNumber(dayNumberOf(day) + 1)
  expect(startOfDay(next, NEW_YORK) - startOfDay(day, NEW_YORK)).toBe(hours * HOUR)
})

test('a day that does not begin at midnight begins later', () => {
  // Santiago skips from 00:00 to 01:00.
  expect(new Date(startOfDay('2026-09-06', 'America/Santiago')).toISOString()).toBe(
    '2026-09-06T04:00:00.000Z',
  )
})

test('a day that was left out begins with the next one', () => {
  expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe(startOfDay('2011-12-31', 'Pacific/Apia'))
})

const zones = fc.constantFrom(
  ...[NEW_YORK, 'UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['Pacific/Kiritimati', 'Africa/Casablanca'],
)
const moments = fc.integer({ min: Date.UTC(1995, 0), max: Date.UTC(2040, 0) })

test('the day of any moment is the calendar’s', () => {
  fc.assert(
    fc.property(zones, moments, (timeZone, time) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(time)
      expect(dayAt(time, timeZone)).toBe(day)
      expect(startOfDay(day, timeZone)).toBeLessThanOrEqual(time)
      expect(startOfDay(dayOfNumber(dayNumberOf(day) + 1), timeZone)).toBeGreaterThan(time)
    }),
    { numRuns: 200 },
  )
})
