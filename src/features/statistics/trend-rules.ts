import { counted } from '../../shared/number-rules.ts'
import { type Day, dayNumberOf, dayOfNumber } from './figures/site-days.ts'
import {
  type AccessPeriod,
  type DayFigures,
  type Figures,
  WITHOUT_IPS,
} from './figures/statistics-rules.ts'
import { countDays, type DayRange, rangeText } from './range-rules.ts'

/** Adds the days without downloads: zero visitors once IPs are recorded, an unknown number before (CONTRACT section 7). */
export function everyDay(
  days: readonly DayFigures[],
  range: DayRange,
  { ipsRecordedFrom }: Pick<AccessPeriod, 'ipsRecordedFrom'>,
): DayFigures[] {
  const byDay = new Map(days.map((figures) => [figures.day, figures]))
  const first = dayNumberOf(range.from)
  return Array.from({ length: countDays(range) }, (_, index) => {
    const day = dayOfNumber(first + index)
    const uniqueVisitors = ipsRecordedFrom !== null && day >= ipsRecordedFrom ? 0 : null
    return byDay.get(day) ?? { day, downloads: 0, downloadsWithoutIp: 0, uniqueVisitors }
  })
}

export type TrendUnit = 'day' | 'week' | 'month'

/** Unique visitors of several days cannot be added up, so they are null for bars longer than a day. */
export interface TrendBar extends DayRange, Figures {}

/** Keeps the bars distinguishable: at most 400 days, 172 weeks, or 600 months. */
export function trendUnit(range: DayRange): TrendUnit {
  const days = countDays(range)
  if (days <= 400) return 'day'
  return days <= 1200 ? 'week' : 'month'
}

export function trendBars(days: readonly DayFigures[], unit: TrendUnit): TrendBar[] {
  const bars = new Map<string, TrendBar>()
  for (const { day, ...figures } of days) {
    const group = groupOf(day, unit)
    const bar = bars.get(group)
    bars.set(group, bar ? addDay(bar, day, figures) : { from: day, to: day, ...figures })
  }
  return [...bars.values()]
}

const addDay = (bar: TrendBar, day: Day, figures: Figures): TrendBar => ({
  from: bar.from,
  to: day,
  downloads: bar.downloads + figures.downloads,
  downloadsWithoutIp: bar.downloadsWithoutIp + figures.downloadsWithoutIp,
  uniqueVisitors: null,
})

/** Weeks begin on Sunday, as on American calendars; day 0 was a Thursday. */
function groupOf(day: Day, unit: TrendUnit): string {
  if (unit === 'month') return day.slice(0, 7)
  return unit === 'day' ? day : String(Math.floor((dayNumberOf(day) + 4) / 7))
}

export function barText({ from, to, ...figures }: TrendBar): string {
  const { downloads, downloadsWithoutIp, uniqueVisitors } = figures
  const days = rangeText({ from, to })
  if (downloads > 0 && downloadsWithoutIp === downloads) {
    return `${days}: ${counted(downloads, WITHOUT_IPS.replace('downloads', 'download'), WITHOUT_IPS)}`
  }
  const parts = [counted(downloads, 'download')]
  if (uniqueVisitors !== null) parts.push(counted(uniqueVisitors, 'unique visitor'))
  if (downloadsWithoutIp > 0) {
    parts.push(`${downloadsWithoutIp.toLocaleString('en-US')} without a visitor IP`)
  }
  return `${days}: ${parts.join(', ')}`
}

/** `1,012 downloads in the last 7 days, up from 940 in the 7 days before` */
export function weekText(recent: number, earlier: number): string {
  const change = recent === earlier ? 'the same as' : recent > earlier ? 'up from' : 'down from'
  const before = recent === earlier ? '' : ` ${earlier.toLocaleString('en-US')}`
  return `${counted(recent, 'download')} in the last 7 days, ${change}${before} in the 7 days before`
}

/** The first bar with the most downloads; undefined if there are no downloads. */
export function busiest(bars: readonly TrendBar[]): TrendBar | undefined {
  const [max] = bars.toSorted((a, b) => b.downloads - a.downloads)
  return max?.downloads ? max : undefined
}

/** The index of the bar in which IPs begin; undefined if there is none. */
export function ipsBeginAt(
  bars: readonly TrendBar[],
  { ipsRecordedFrom }: Pick<AccessPeriod, 'ipsRecordedFrom'>,
): number | undefined {
  const first = bars[0]
  if (ipsRecordedFrom === null || !first || ipsRecordedFrom <= first.from) return undefined
  const index = bars.findIndex(({ to }) => to >= ipsRecordedFrom)
  return index < 0 ? undefined : index
}
