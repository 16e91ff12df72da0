import { clockAt, nameOfRepeated } from './time-zone.ts'

/** A calendar date, `YYYY-MM-DD`, as people read it here: `MM/DD/YYYY`. It has no time zone and never shifts. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-')
  return year && month && day ? `${month}/${day}/${year}` : date
}

/** A time of day, `HH:MM`, as Americans write it: `9:30 AM`. What is not a time is shown as it is. */
export function formatTime(time: string): string {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? []
  if (!hours) return time
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}

/** A date as people write it here, `3/23/2023`, as `YYYY-MM-DD`; undefined where there is no such day. */
export function isoDate(written: string): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written) ?? []
  if (!year) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

/**
 * Milliseconds since 1970 UTC as `MM/DD/YYYY`, or with `time` `12/15/2026, 10:00 AM`, on the clock of `timeZone`; in the
 * hour that comes twice in November with the name of the zone, `11/01/2026, 1:30 AM EDT`.
 */
export function formatInstant(
  milliseconds: number,
  timeZone: string,
  { time = false }: { time?: boolean } = {},
): string {
  const { month, day, year, hour, minute } = clockAt(milliseconds, timeZone)
  const date = `${month}/${day}/${year}`
  if (!time) return date
  const zone = nameOfRepeated(milliseconds, timeZone)
  return `${date}, ${formatTime(`${hour}:${minute}`)}${zone ? ` ${zone}` : ''}`
}
