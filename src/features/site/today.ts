import { offsetAt } from '../../shared/time-zone.ts'

/** YYYY-MM-DD on the clock of the site's time zone. */
export const today = (milliseconds: number, timeZone: string): string =>
  new Date(milliseconds + offsetAt(milliseconds, timeZone)).toISOString().slice(0, 10)
