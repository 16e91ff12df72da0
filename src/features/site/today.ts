import { clockAt } from '../../shared/time-zone.ts'

/** YYYY-MM-DD on the clock of the site's time zone. */
export function today(milliseconds: number, timeZone: string): string {
  const { year, month, day } = clockAt(milliseconds, timeZone)
  return `${year}-${month}-${day}`
}
