import { formatDate, isoDate } from '../../shared/date.ts'
import { isCalendarDate } from '../../shared/field-rules.ts'
import { addDays, type Day, dayNumberOf } from './figures/site-days.ts'

export interface DayRange {
  from: Day
  to: Day
}

export interface RangeLimits {
  today: Day
  /** The first day with a download; null before there is any. */
  firstDay: Day | null
}

/** Specification, Limits: the dashboard's window. The Document Access page opens on the same days, so that the two agree. */
export const DASHBOARD_DAYS = 60
/** Specification, Rules for document access records: IPs are recorded starting on this day. */
const IPS_SINCE: Day = '2026-07-30'
/** 100 years: even a server whose clock stood at 1970 recorded nothing older, and a browser can still show the page. */
const MAX_DAYS = 36_525

export const lastDays = (count: number, today: Day): DayRange => ({
  from: addDays(today, 1 - count),
  to: today,
})

export const rangeText = ({ from, to }: DayRange): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`

export const countDays = ({ from, to }: DayRange): number => dayNumberOf(to) - dayNumberOf(from) + 1

export function presetsOf({ today, firstDay }: RangeLimits) {
  return [
    ...[7, 30, DASHBOARD_DAYS].map((count) => ({
      label: `Last ${count} days`,
      range: lastDays(count, today),
    })),
    { label: 'This year', range: { from: `${today.slice(0, 4)}-01-01`, to: today } },
    { label: `Since ${formatDate(IPS_SINCE)}`, range: { from: IPS_SINCE, to: today } },
    ...(firstDay === null ? [] : [{ label: 'All', range: { from: firstDay, to: today } }]),
  ]
}

/**
 * Defaults to the dashboard's range; without a first day, begins with the first download; never ends after today.
 * @returns the range, or what is wrong with it
 */
export function readRange(
  typed: { from?: unknown; to?: unknown },
  { today, firstDay }: RangeLimits,
): DayRange | string {
  const [first, last] = [readDay(typed.from), readDay(typed.to)]
  if (first === null || last === null)
    return 'The first or the last day is not a valid date. Enter month, day, and year, for example 07/30/2026.'
  if (!first && !last) return lastDays(DASHBOARD_DAYS, today)
  const to = earlier(last ?? today, today)
  const from = first ?? earlier(firstDay ?? today, to)
  if (from > to)
    return `The last day, ${formatDate(to)}, is before the first day, ${formatDate(from)}. Change one of them.`
  if (countDays({ from, to }) > MAX_DAYS)
    return 'The range is longer than 100 years. Choose a later first day.'
  return { from, to }
}

/** Null if it is no date. */
function readDay(typed: unknown): Day | undefined | null {
  if (typed === undefined || typed === '') return undefined
  if (typeof typed !== 'string') return null
  const day = isoDate(typed.trim()) ?? typed.trim()
  return isCalendarDate(day) ? day : null
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other)
