import { offsetAt } from '../../shared/time-zone.ts'

/** In every time zone, days begin on a quarter hour of UTC. */
const QUARTER_MS = 15 * 60_000

/** Cached: every home page request needs it, and computing it would cost more than the rest of the request. */
const last = { quarter: Number.NaN, timeZone: '', day: '' }

/** YYYY-MM-DD on the clock of the site's time zone. */
export function today(milliseconds: number, timeZone: string): string {
  const quarter = Math.floor(milliseconds / QUARTER_MS)
  if (last.quarter !== quarter || last.timeZone !== timeZone) {
    const local = milliseconds + offsetAt(milliseconds, timeZone)
    Object.assign(last, { quarter, timeZone, day: new Date(local).toISOString().slice(0, 10) })
  }
  return last.day
}
