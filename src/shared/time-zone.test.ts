import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockAt, dayAt, instantOf } from './time-zone.ts'

const clockOf = (instant: number, zone: string) => {
  const { year, month, day, hour, minute } = clockAt(instant, zone)
  return `${year}-${month}-${day}T${hour}:${minute}`
}

test.each([
  ['America/New_York', '2026-08-14', '10:00', '2026-08-14T14:00:00.000Z'],
  ['America/New_York', '2026-12-14', '10:00', '2026-12-14T15:00:00.000Z'],
  ['Asia/Kolkata', '2026-08-14', '00:15', '2026-08-13T18:45:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '09:00', '2025-12-31T19:00:00.000Z'],
  ['UTC', '2026-08-14', '10:00', '2026-08-14T10:00:00.000Z'],
  // 2:30 does not exist on March 8, and 1:30 comes twice on November 1.
  ['America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
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

test('a day begins at midnight, to the millisecond', () => {
  const midnight = Date.UTC(2026, 10, 22, 5)
  expect(dayAt(midnight - 1, 'America/New_York')).toBe('2026-11-21')
  expect(dayAt(midnight, 'America/New_York')).toBe('2026-11-22')
})
