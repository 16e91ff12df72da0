import { offsetAt } from '../../../shared/time-zone.ts'

/** A calendar day in the site's time zone, YYYY-MM-DD. */
export type Day = string

/** The zone's offset from UTC, in milliseconds, until (but not including) `until`. */
export interface OffsetPeriod {
  offset: number
  until: number
}

export const DAY_MS = 86_400_000
/** No zone changes its clocks twice within this time. */
const STEP = 3 * DAY_MS

/** Day numbers count from 1970-01-01; they sort, subtract, and fit in four bytes. */
export const dayNumberOf = (day: Day): number => Math.floor(Date.parse(day) / DAY_MS)
export const dayOfNumber = (number: number): Day =>
  new Date(number * DAY_MS).toISOString().slice(0, 10)

export function dayAt(time: number, timeZone: string): Day {
  return dayOfNumber(Math.floor((time + offsetAt(time, timeZone)) / DAY_MS))
}

/** In milliseconds. Not always midnight, and 23 to 25 hours before the next day's start. */
export function startOfDay(day: Day, timeZone: string): number {
  const midnight = dayNumberOf(day) * DAY_MS
  let start = midnight - 2 * DAY_MS
  for (const { offset, until } of offsetPeriods(start, midnight + 2 * DAY_MS, timeZone)) {
    const begins = Math.max(start, midnight - offset)
    if (begins < until) return begins
    start = until
  }
  return start
}

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

/** The offsets between `from` and `to`, in order; the last one has no end. */
export function offsetPeriods(from: number, to: number, timeZone: string): OffsetPeriod[] {
  const periods: OffsetPeriod[] = []
  let offset = offsetAt(from, timeZone)
  for (let time = from; time < to; time += STEP) {
    const later = offsetAt(time + STEP, timeZone)
    if (later === offset) continue
    periods.push({ offset, until: changeWithin(time, time + STEP, timeZone) })
    offset = later
  }
  return [...periods, { offset, until: Number.POSITIVE_INFINITY }]
}

/** Finds the one clock change between the two times; clocks change on a whole second. */
function changeWithin(from: number, to: number, timeZone: string): number {
  const before = offsetAt(from, timeZone)
  let [same, other] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offsetAt(middle * 1000, timeZone) === before) same = middle
    else other = middle
  }
  return other * 1000
}
