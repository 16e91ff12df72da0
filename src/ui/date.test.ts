import { expect, test } from 'vitest'
import { formatDate, formatInstant } from './date.ts'

test('a filing date is turned round and never shifts', () => {
  expect(formatDate('2026-07-30')).toBe('07/30/2026')
})

test('what is not a date is shown as it is', () => {
  expect(formatDate('')).toBe('')
  expect(formatDate('unknown')).toBe('unknown')
})

test('an instant is shown on the clock of the site', () => {
  const lateInLondon = Date.UTC(2026, 6, 31, 2, 5)
  expect(formatInstant(lateInLondon, 'America/New_York')).toBe('07/30/2026')
  expect(formatInstant(lateInLondon, 'America/New_York', { time: true })).toBe('07/30/2026 22:05')
  expect(formatInstant(lateInLondon, 'UTC', { time: true })).toBe('07/31/2026 02:05')
})

test('midnight is 00, not 24', () => {
  expect(formatInstant(Date.UTC(2026, 0, 1), 'UTC', { time: true })).toBe('01/01/2026 00:00')
})
