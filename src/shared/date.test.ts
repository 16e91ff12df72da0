import { expect, test } from 'vitest'
import { formatDate, formatInstant } from './date.ts'
import { zoneLabel } from './time-zone.ts'

test('a filing date is rewritten as MM/DD/YYYY and never shifts', () => {
  expect(formatDate('2026-07-30')).toBe('07/30/2026')
  expect(['', 'unknown'].map(formatDate)).toEqual(['', 'unknown'])
})

test('an instant is shown in the site’s time zone', () => {
  const lateInLondon = Date.UTC(2026, 6, 31, 2, 5)
  const show = (zone: string) => formatInstant(lateInLondon, zone, { time: true })
  expect(formatInstant(lateInLondon, 'America/New_York')).toBe('07/30/2026')
  expect(show('America/New_York')).toBe('07/30/2026, 10:05 PM')
  expect(show('UTC')).toBe('07/31/2026, 2:05 AM')
})

test('midnight and noon are 12', () => {
  const show = (hour: number, minute: number) =>
    formatInstant(Date.UTC(2026, 0, 1, hour, minute), 'UTC', { time: true })
  expect(show(0, 0)).toBe('01/01/2026, 12:00 AM')
  expect(show(12, 5)).toBe('01/01/2026, 12:05 PM')
})

test('the hour that comes twice in November names its zone, and only that hour', () => {
  const show = (hour: number, minute: number, zone = 'America/New_York') =>
    formatInstant(Date.UTC(2026, 10, 1, hour, minute), zone, { time: true })
  expect(show(4, 59)).toBe('11/01/2026, 12:59 AM')
  expect(show(5, 0)).toBe('11/01/2026, 1:00 AM EDT')
  expect(show(5, 59)).toBe('11/01/2026, 1:59 AM EDT')
  expect(show(6, 0)).toBe('11/01/2026, 1:00 AM EST')
  expect(show(6, 59)).toBe('11/01/2026, 1:59 AM EST')
  expect(show(7, 0)).toBe('11/01/2026, 2:00 AM')
  expect(show(6, 0, 'America/Phoenix')).toBe('10/31/2026, 11:00 PM')
  expect(formatInstant(Date.UTC(2026, 10, 1, 6), 'America/New_York')).toBe('11/01/2026')
})

test('the hour that is left out in March needs no zone', () => {
  const show = (hour: number, minute: number) =>
    formatInstant(Date.UTC(2026, 2, 8, hour, minute), 'America/New_York', { time: true })
  expect(show(6, 59)).toBe('03/08/2026, 1:59 AM')
  expect(show(7, 0)).toBe('03/08/2026, 3:00 AM')
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
