import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOfNumber } from './figures/site-days.ts'
import type { DayFigures } from './figures/statistics-rules.ts'
import { addDays, countDays } from './range-rules.ts'
import {
  barText,
  busiest,
  everyDay,
  ipsBeginAt,
  type TrendBar,
  trendBars,
  trendUnit,
  weekText,
} from './trend-rules.ts'

const day = (
  on: string,
  downloads: number,
  downloadsWithoutIp: number,
  uniqueVisitors: number | null,
): DayFigures => ({ day: on, downloads, downloadsWithoutIp, uniqueVisitors })

test('days without downloads are there: nobody once IPs are recorded, unknown before', () => {
  const range = { from: '2026-07-28', to: '2026-08-01' }
  const someDays = [day('2026-07-29', 4, 4, null), day('2026-07-31', 3, 1, 2)]
  expect(everyDay(someDays, range, { ipsRecordedFrom: '2026-07-30' })).toEqual([
    day('2026-07-28', 0, 0, null),
    day('2026-07-29', 4, 4, null),
    day('2026-07-30', 0, 0, 0),
    day('2026-07-31', 3, 1, 2),
    day('2026-08-01', 0, 0, 0),
  ])
  expect(everyDay([], range, { ipsRecordedFrom: null })[4]?.uniqueVisitors).toBeNull()
})

test.each([
  [1, 'day'],
  [60, 'day'],
  [400, 'day'],
  [401, 'week'],
  [1200, 'week'],
  [1201, 'month'],
  [18_263, 'month'],
])('a bar of %i days is a %s', (days, unit) => {
  expect(trendUnit({ from: '1976-01-01', to: addDays('1976-01-01', days - 1) })).toBe(unit)
})

test('weeks begin on Sunday, and months with their first day, but for the range’s own ends', () => {
  const days = everyDay([], { from: '2026-07-30', to: '2026-08-10' }, { ipsRecordedFrom: null })
  const ends = (bars: TrendBar[]) => bars.map(({ from, to }) => [from, to])
  expect(ends(trendBars(days, 'week'))).toEqual([
    ['2026-07-30', '2026-08-01'],
    ['2026-08-02', '2026-08-08'],
    ['2026-08-09', '2026-08-10'],
  ])
  expect(ends(trendBars(days, 'month'))).toEqual([
    ['2026-07-30', '2026-07-31'],
    ['2026-08-01', '2026-08-10'],
  ])
})

const figures = fc.record({
  downloads: fc.nat(1000),
  downloadsWithoutIp: fc.nat(1000),
  uniqueVisitors: fc.option(fc.nat(1000)),
})

test('whatever the unit, every day is in one bar, in order, and the bars come to the same sum', () => {
  const sample = fc.tuple(
    fc.integer({ min: 0, max: 30_000 }).map(dayOfNumber),
    fc.array(figures, { minLength: 1, maxLength: 500 }),
    fc.constantFrom('day', 'week', 'month'),
  )
  fc.assert(
    fc.property(sample, ([from, list, unit]) => {
      const days = list.map((one, index) => ({ ...one, day: addDays(from, index) }))
      const bars = trendBars(days, unit)
      const sum = (items: { downloads: number }[]) =>
        items.reduce((total, { downloads }) => total + downloads, 0)
      expect(sum(bars)).toBe(sum(days))
      expect(bars.reduce((total, bar) => total + countDays(bar), 0)).toBe(days.length)
      expect(bars.map((bar) => bar.from)).toEqual(bars.map((bar) => bar.from).toSorted())
      // Unique visitors of several days are never added up.
      for (const bar of bars) if (bar.from !== bar.to) expect(bar.uniqueVisitors).toBeNull()
    }),
    { numRuns: 50 },
  )
})

const bar = (changes: Partial<TrendBar> = {}): TrendBar => ({
  from: '2026-07-30',
  to: '2026-07-30',
  downloads: 0,
  downloadsWithoutIp: 0,
  uniqueVisitors: 0,
  ...changes,
})

test.each([
  [bar(), '07/30/2026: 0 downloads, 0 unique visitors'],
  [bar({ uniqueVisitors: null }), '07/30/2026: 0 downloads'],
  [bar({ downloads: 1, uniqueVisitors: 1 }), '07/30/2026: 1 download, 1 unique visitor'],
  [
    bar({ downloads: 1200, downloadsWithoutIp: 1200, uniqueVisitors: null }),
    '07/30/2026: 1,200 downloads (visitor IPs not recorded)',
  ],
  [
    bar({ downloads: 1, downloadsWithoutIp: 1, uniqueVisitors: null }),
    '07/30/2026: 1 download (visitor IPs not recorded)',
  ],
  [
    bar({ downloads: 9, downloadsWithoutIp: 4, uniqueVisitors: 3 }),
    '07/30/2026: 9 downloads, 3 unique visitors, 4 without a visitor IP',
  ],
  [
    bar({ to: '2026-08-01', downloads: 9, uniqueVisitors: null }),
    '07/30/2026 to 08/01/2026: 9 downloads',
  ],
])('a bar in words', (of, words) => {
  expect(barText(of)).toBe(words)
})

test('the highest bar is the first of several, and none where nothing happened', () => {
  const bars = [bar({ downloads: 3 }), bar({ from: 'second', downloads: 5 }), bar({ downloads: 5 })]
  expect(busiest(bars)?.from).toBe('second')
  expect(busiest([bar(), bar()])).toBeUndefined()
})

test.each([
  ['2026-07-29', undefined],
  ['2026-07-30', undefined],
  ['2026-07-31', 1],
  ['2026-08-05', undefined],
  [null, undefined],
])('IPs from %s begin at bar %s', (ipsRecordedFrom, index) => {
  const days = everyDay([], { from: '2026-07-30', to: '2026-08-01' }, { ipsRecordedFrom })
  expect(ipsBeginAt(trendBars(days, 'day'), { ipsRecordedFrom })).toBe(index)
})

test.each([
  [1012, 940, '1,012 downloads in the last 7 days, up from 940 in the 7 days before'],
  [1, 1204, '1 download in the last 7 days, down from 1,204 in the 7 days before'],
  [0, 0, '0 downloads in the last 7 days, the same as in the 7 days before'],
])('a week of %i after one of %i', (recent, earlier, words) => {
  expect(weekText(recent, earlier)).toBe(words)
})
