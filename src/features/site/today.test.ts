import fc from 'fast-check'
import { expect, it } from 'vitest'
import { today } from './today.ts'

const ZONES = [
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'UTC',
]

it('is the date on the clock of the zone', () => {
  const times = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2060, 0) })
  fc.assert(
    fc.property(times, fc.constantFrom(...ZONES), (time, timeZone) => {
      expect(today(time, timeZone)).toBe(
        new Intl.DateTimeFormat('en-CA', { timeZone }).format(time),
      )
    }),
    { numRuns: 300 },
  )
})

it('turns at midnight, to the millisecond', () => {
  const midnight = Date.UTC(2026, 10, 22, 5)
  expect(today(midnight - 1, 'America/New_York')).toBe('2026-11-21')
  expect(today(midnight, 'America/New_York')).toBe('2026-11-22')
})
