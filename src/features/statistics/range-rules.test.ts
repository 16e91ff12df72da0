import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOfNumber } from './figures/site-days.ts'
import * as rules from './range-rules.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map(dayOfNumber)
const limits = { today: '2026-11-21', firstDay: '2025-03-04' }

test.each([
  ['nothing', {}, '2026-09-23', '2026-11-21'],
  ['two empty fields', { from: '', to: '' }, '2026-09-23', '2026-11-21'],
  ['the first day alone', { from: '2026-07-30' }, '2026-07-30', '2026-11-21'],
  ['the last day alone', { to: '2026-01-31' }, '2025-03-04', '2026-01-31'],
  ['a last day before any download', { to: '2024-01-31' }, '2024-01-31', '2024-01-31'],
  ['a future last day', { from: '2026-11-01', to: '2027-01-01' }, '2026-11-01', '2026-11-21'],
  ['days with spaces', { from: ' 2026-07-01 ', to: '2026-07-02' }, '2026-07-01', '2026-07-02'],
  ['days as shown', { from: '07/01/2026', to: '7/2/2026' }, '2026-07-01', '2026-07-02'],
])('%s is a range', (_, typed, from, to) => {
  expect(rules.readRange(typed, limits)).toEqual({ from, to })
})

const BACKWARD = 'The last day, 07/29/2026, is before the first day, 07/30/2026.'
const FUTURE = 'The last day, 11/21/2026, is before the first day, 11/22/2026.'

test.each([
  ['ends too early', { from: '2026-07-30', to: '2026-07-29' }, BACKWARD],
  ['begins in the future', { from: '2026-11-22' }, FUTURE],
  ['is too long', { from: '1800-01-01', to: '2026-01-01' }, 'longer than 100 years'],
  ['has two first days', { from: ['2026-07-30', '2026-07-31'] }, 'not a valid date'],
  ['has no such last day', { from: '2026-02-01', to: '2026-02-29' }, 'not a valid date'],
])('a range that %s is refused with a sentence', (_, typed, sentence) => {
  expect(rules.readRange(typed, limits)).toEqual(expect.stringContaining(sentence))
})

test('days that are refused without the first download are those refused with it', () => {
  const days = fc.option(fc.oneof(day, fc.constant('x')), { nil: undefined })
  const recent = fc.integer({ min: 7_000, max: 40_000 }).map(dayOfNumber)
  fc.assert(
    fc.property(days, days, recent, recent, (from, to, today, first) => {
      const problem = (firstDay: string | null) => {
        const range = rules.readRange({ from, to }, { today, firstDay })
        return typeof range === 'string' ? range : undefined
      }
      const [firstDay = today] = [first, today].toSorted()
      expect(problem(null)).toBe(problem(firstDay))
    }),
  )
})

test('the presets end today, and one begins with the first recorded IP on 07/30/2026', () => {
  expect(rules.presetsOf(limits).map(({ label, range }) => [label, range.from, range.to])).toEqual([
    ['Last 7 days', '2026-11-15', '2026-11-21'],
    ['Last 30 days', '2026-10-23', '2026-11-21'],
    ['Last 60 days', '2026-09-23', '2026-11-21'],
    ['This year', '2026-01-01', '2026-11-21'],
    ['Since 07/30/2026', '2026-07-30', '2026-11-21'],
    ['All', '2025-03-04', '2026-11-21'],
  ])
})

test('no preset begins with a download that does not exist', () => {
  const labels = rules.presetsOf({ ...limits, firstDay: null }).map(({ label }) => label)
  expect(labels).not.toContain('All')
})

test('whatever is typed, the answer is a range of past days or an error message', () => {
  const typed = fc.oneof(
    day,
    fc.string({ unit: 'binary' }),
    fc.array(fc.string()),
    fc.object({ maxDepth: 0 }),
  )
  fc.assert(
    fc.property(typed, typed, day, fc.option(day), (from, to, today, firstDay) => {
      const range = rules.readRange({ from, to }, { today, firstDay })
      if (typeof range === 'string') expect(range).toMatch(/\w.*\.$/)
      else {
        expect(range.from <= range.to && range.to <= today).toBe(true)
        expect(rules.countDays(range)).toBeLessThanOrEqual(36_525)
      }
    }),
  )
})

test('the last days are as many as they say', () => {
  expect(rules.countDays(rules.lastDays(60, '2026-03-01'))).toBe(60)
  expect(rules.rangeText(rules.lastDays(1, '2026-11-20'))).toBe('11/20/2026')
  expect(rules.rangeText({ from: '2026-11-01', to: '2026-11-20' })).toBe('11/01/2026 to 11/20/2026')
})
