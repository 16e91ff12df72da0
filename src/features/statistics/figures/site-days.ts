import { DAY_MS, instantOf } from '../../../shared/time-zone.ts'

/** A calendar day in the site's time zone, YYYY-MM-DD. */
export type Day = string

/** Day numbers count from 1970-01-01; they sort, subtract, and fit in four bytes. */
export const dayNumberOf = (day: Day): number => Math.floor(Date.parse(day) / DAY_MS)
export const dayOfNumber = (number: number): Day =>
  new Date(number * DAY_MS).toISOString().slice(0, 10)

export const addDays = (day: Day, count: number): Day => dayOfNumber(dayNumberOf(day) + count)

/** In milliseconds. Not always midnight, and 23 to 25 hours before the next day's start. */
export const startOfDay = (day: Day, timeZone: string): number =>
  instantOf(dayNumberOf(day) * DAY_MS, timeZone)

type OpenRange = Partial<Record<'from' | 'to', Day | undefined>>

/** The days of a range, as far as there are records. */
export function daysWithin(
  { from, to }: OpenRange,
  { firstDay, lastDay }: { firstDay: Day | null; lastDay: Day | null },
): Day[] {
  if (firstDay === null || lastDay === null) return []
  const first = dayNumberOf(from === undefined || from < firstDay ? firstDay : from)
  const last = dayNumberOf(to === undefined || to > lastDay ? lastDay : to)
  const length = Math.max(0, last - first + 1)
  return Array.from({ length }, (_, index) => dayOfNumber(first + index))
}

/** Later than any time, in milliseconds. */
export const FAR_DAYS = 8_000_000_000_000_000

/** Adds the first moment of a range, and the first after it. */
export const withMoments = <Range extends OpenRange>(range: Range, timeZone: string) => ({
  ...range,
  starts: range.from === undefined ? -FAR_DAYS : startOfDay(range.from, timeZone),
  ends: range.to === undefined ? FAR_DAYS : startOfDay(addDays(range.to, 1), timeZone),
})
