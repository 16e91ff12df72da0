import { expect, test } from 'vitest'
import type { DayFigures } from './figures/statistics-rules.ts'
import { barText, everyDay, weekText } from './trend-rules.ts'

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
  [day('2026-07-30', 0, 0, null), '0 downloads'],
  [day('2026-07-30', 1, 1, null), '1 download (visitor IPs not recorded)'],
  [day('2026-07-30', 9, 4, 3), '9 downloads, 3 unique visitors, 4 without a visitor IP'],
])('a bar is described in words', (of, words) => {
  expect(barText(of)).toBe(`07/30/2026: ${words}`)
})

test.each([
  [1012, 940, '1,012 downloads in the last 7 days, up from 940 in the 7 days before'],
  [1, 1204, '1 download in the last 7 days, down from 1,204 in the 7 days before'],
  [0, 0, '0 downloads in the last 7 days, the same as in the 7 days before'],
])('a week of %i after one of %i is described in a sentence', (recent, earlier, words) => {
  expect(weekText(recent, earlier)).toBe(words)
})
