import { formatDate } from '../../shared/date.ts'
import { counted } from '../../shared/number-rules.ts'
import { addDays } from './figures/site-days.ts'
import { type AccessPeriod, type DayFigures, WITHOUT_IPS } from './figures/statistics-rules.ts'
import { countDays, type DayRange } from './range-rules.ts'

/** Adds the days without downloads: zero visitors once IPs are recorded, an unknown number before (CONTRACT section 7). */
export function everyDay(
  days: readonly DayFigures[],
  range: DayRange,
  { ipsRecordedFrom }: Pick<AccessPeriod, 'ipsRecordedFrom'>,
): DayFigures[] {
  const byDay = new Map(days.map((figures) => [figures.day, figures]))
  return Array.from({ length: countDays(range) }, (_, index) => {
    const day = addDays(range.from, index)
    const uniqueVisitors = ipsRecordedFrom !== null && day >= ipsRecordedFrom ? 0 : null
    return byDay.get(day) ?? { day, downloads: 0, downloadsWithoutIp: 0, uniqueVisitors }
  })
}

export function barText(figures: DayFigures): string {
  const { downloads, downloadsWithoutIp, uniqueVisitors } = figures
  const day = formatDate(figures.day)
  if (downloads > 0 && downloadsWithoutIp === downloads) {
    return `${day}: ${counted(downloads, WITHOUT_IPS.replace('downloads', 'download'), WITHOUT_IPS)}`
  }
  const parts = [counted(downloads, 'download')]
  if (uniqueVisitors !== null) parts.push(counted(uniqueVisitors, 'unique visitor'))
  if (downloadsWithoutIp > 0) {
    parts.push(`${downloadsWithoutIp.toLocaleString('en-US')} without a visitor IP`)
  }
  return `${day}: ${parts.join(', ')}`
}

/** `1,012 downloads in the last 7 days, up from 940 in the 7 days before` */
export function weekText(recent: number, earlier: number): string {
  const change = recent === earlier ? 'the same as' : recent > earlier ? 'up from' : 'down from'
  const before = recent === earlier ? '' : ` ${earlier.toLocaleString('en-US')}`
  return `${counted(recent, 'download')} in the last 7 days, ${change}${before} in the 7 days before`
}
