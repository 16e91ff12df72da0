import { offsetAt } from '../../shared/time-zone.ts'

/** In every zone of today a day begins at a whole quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000

/** Every request of the home page asks for it; the calendar costs more than all else that it does. */
const last = { quarter: Number.NaN, timeZone: '', day: '' }

/** The calendar date, YYYY-MM-DD, at this moment on the clock of the site's time zone. */
export function today(milliseconds: number, timeZone: string): string {
  const quarter = Math.floor(milliseconds / QUARTER_MS)
  if (last.quarter !== quarter || last.timeZone !== timeZone) {
    const local = milliseconds + offsetAt(milliseconds, timeZone)
    Object.assign(last, { quarter, timeZone, day: new Date(local).toISOString().slice(0, 10) })
  }
  return last.day
}
