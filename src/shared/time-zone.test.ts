import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockAt, instantOf } from './time-zone.ts'

const clockOf = (instant: number, zone: string) => {
  const { year, month, day, hour, minute } = clockAt(instant, zone)
  return `${year}-${month}-${day}T${hour}:${minute}`
}

test.each([
  ['America/New_York', '2026-12-14', '10:00', '2026-12-14T15:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '09:00', '2025-12-31T19:00:00.000Z'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
])('in %s, a clock shows %s %s at one moment', (zone, day, time, expected) => {
  expect(new Date(instantOf(Date.parse(`${day}T${time}:00Z`), zone)).toISOString()).toBe(expected)
})

test('an instant shows as that time on the zone’s clock, except in the skipped hour', () => {
  const zones = fc.constantFrom(
    ...['America/New_York', 'Europe/London', 'Australia/Sydney', 'Asia/Tehran', 'UTC'],
  )
  const [min, max] = [new Date('2000-01-01'), new Date('2050-01-01')]
  const minutes = fc.date({ min, max, noInvalidDate: true })
  fc.assert(
    fc.property(zones, minutes, (zone, date) => {
      const [day = '', time = ''] = date.toISOString().slice(0, 16).split('T')
      const instant = instantOf(Date.parse(`${day}T${time}:00Z`), zone)
      const shown = clockOf(instant, zone)
      if (shown === `${day}T${time}`) return
      // Within the hour before, the clock jumped.
      expect(shown > clockOf(instant - 3_600_000, zone) && shown > `${day}T${time}`).toBe(true)
    }),
  )
})
