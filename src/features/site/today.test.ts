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
const MINUTE = 60_000

it('is the date on the clock of the zone, whatever was asked before', () => {
  const times = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2060, 0) })
  const boundingBox = fc.integer({ min: -20 * MINUTE, max: 20 * MINUTE })
  fc.assert(
    fc.property(times, boundingBox, fc.constantFrom(...ZONES), (time, step, timeZone) => {
      const calendar = new Intl.DateTimeFormat('en-CA', { timeZone })
      for (const at of [time, time + step, time]) {
        expect(today(at, timeZone)).toBe(calendar.format(at))
      }
    }),
    { numRuns: 300 },
  )
})

it('turns at midnight, to the millisecond', () => {
  const midnight = Date.UTC(2026, 10, 22, 5)
  expect(today(midnight - 1, 'America/New_York')).toBe('2026-11-21')
  expect(today(midnight, 'America/New_York')).toBe('2026-11-22')
})
