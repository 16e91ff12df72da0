import { DAY_MS, instantOf } from '../../../shared/time-zone.ts'

/** A calendar day in the site's time zone, YYYY-MM-DD. */
export type Day = string

/** Day numbers count from 1970-01-01; they sort, subtract, and fit in four bytes. */
export const dayNumberOf = (day: Day): number => Math.floor(Date.parse(day) / DAY_MS)
export const dayOfNumber = (number: number): Day =>
  new Date(number * DAY_MS).toISOString().slice(0, 10)

/** In milliseconds. Not always midnight, and 23 to 25 hours before the next day's start. */
export const startOfDay = (day: Day, timeZone: string): number =>
  instantOf(dayNumberOf(day) * DAY_MS, timeZone)

/** The days of a range, as far as there are records. */
export function daysWithin(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  { firstDay, lastDay }: { firstDay: Day | null; lastDay: Day | null },
): Day[] {
  if (firstDay === null || lastDay === null) return []
  const first = dayNumberOf(from === undefined || from < firstDay ? firstDay : from)
  const last = dayNumberOf(to === undefined || to > lastDay ? lastDay : to)
  const length = Math.max(0, last - first + 1)
  return Array.from({ length }, (_, index) => dayOfNumber(first + index))
}

/** With the day's first moment and the next day's, in milliseconds. */
export const spanOf = (day: Day, timeZone: string) => ({
  day,
  starts: startOfDay(day, timeZone),
  ends: startOfDay(dayOfNumber(dayNumberOf(day) + 1), timeZone),
})

/** Later than any time, in milliseconds. */
export const FAR_DAYS = 8_000_000_000_000_000

export function momentsOf(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  timeZone: string,
): { start: number; end: number } {
  return {
    start: from === undefined ? -FAR_DAYS : startOfDay(from, timeZone),
    end: to === undefined ? FAR_DAYS : startOfDay(dayOfNumber(dayNumberOf(to) + 1), timeZone),
  }
}
