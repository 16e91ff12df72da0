import { expect, test } from 'vitest'
import { formatDate, formatInstant } from './date.ts'
import { zoneLabel } from './time-zone.ts'

test('a filing date is rewritten as MM/DD/YYYY and never shifts', () => {
  expect(formatDate('2026-07-30')).toBe('07/30/2026')
  expect(['', 'unknown'].map(formatDate)).toEqual(['', 'unknown'])
})

const NEW_YORK = 'America/New_York'

test.each([
  ['2026-07-31T02:05', NEW_YORK, '07/30/2026, 10:05 PM'],
  ['2026-07-31T02:05', 'UTC', '07/31/2026, 2:05 AM'],
  // Midnight and noon are 12.
  ['2026-01-01T00:00', 'UTC', '01/01/2026, 12:00 AM'],
  ['2026-01-01T12:05', 'UTC', '01/01/2026, 12:05 PM'],
  // The hour that comes twice in November names its zone, and only that hour.
  ['2026-11-01T04:59', NEW_YORK, '11/01/2026, 12:59 AM'],
  ['2026-11-01T05:00', NEW_YORK, '11/01/2026, 1:00 AM EDT'],
  ['2026-11-01T05:59', NEW_YORK, '11/01/2026, 1:59 AM EDT'],
  ['2026-11-01T06:00', NEW_YORK, '11/01/2026, 1:00 AM EST'],
  ['2026-11-01T06:59', NEW_YORK, '11/01/2026, 1:59 AM EST'],
  ['2026-11-01T07:00', NEW_YORK, '11/01/2026, 2:00 AM'],
  ['2026-11-01T06:00', 'America/Phoenix', '10/31/2026, 11:00 PM'],
  // The hour that is left out in March needs no zone.
  ['2026-03-08T06:59', NEW_YORK, '03/08/2026, 1:59 AM'],
  ['2026-03-08T07:00', NEW_YORK, '03/08/2026, 3:00 AM'],
])('%s UTC is shown in %s as %s', (written, zone, shown) => {
  const instant = Date.parse(`${written}Z`)
  expect(formatInstant(instant, zone, { time: true })).toBe(shown)
  expect(formatInstant(instant, zone)).toBe(shown.slice(0, 10))
})

test('two moments of a clock that is put back never look the same', () => {
  for (const zone of ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Tehran']) {
    for (const month of [2, 8]) {
      const shown = Array.from({ length: 75 * 48 }, (_, half) =>
        formatInstant(Date.UTC(2021, month, 1, 0, half * 30), zone, { time: true }),
      )
      expect(new Set(shown).size).toBe(shown.length)
    }
  }
})

test.each([
  ['America/New_York', 'Eastern Time'],
  ['America/Phoenix', 'Mountain Standard Time'],
  ['UTC', 'Coordinated Universal Time'],
])('the zone %s is called %s', (zone, name) => {
  expect(zoneLabel(zone)).toBe(name)
})
