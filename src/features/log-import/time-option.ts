import { isCalendarDate } from '../../platform/http/request/parse.ts'
import { dayNumberOf, dayOfNumber, startOfDay } from '../statistics/figures/site-days.ts'
import { readJsonTime } from './lines/log-time.ts'

/**
 * A time as the operator writes it: a date (YYYY-MM-DD, on the site's clock) or an ISO 8601 time, without an offset on
 * the site's clock, too.
 *
 * @param edge a date stands for its beginning, or, as an end that is included, for the beginning of the next day
 * @returns milliseconds since 1970 UTC; undefined where it is neither
 */
export function readTimeOption(
  value: string,
  timeZone: string,
  edge: 'begins' | 'ends' = 'begins',
): number | undefined {
  if (isCalendarDate(value)) {
    const day = edge === 'begins' ? value : dayOfNumber(dayNumberOf(value) + 1)
    return startOfDay(day, timeZone)
  }
  if (!/^\d{4}-\d\d-\d\dT/.test(value)) return undefined
  const seconds = value.replace(/T(\d\d:\d\d)(?=Z|[+-]|$)/, 'T$1:00')
  const time = readJsonTime(seconds, timeZone)
  return Number.isNaN(time) ? undefined : time
}
