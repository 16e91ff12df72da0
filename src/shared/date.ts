import { clockAt, repeatedHourZone } from './time-zone.ts'

/** `YYYY-MM-DD` as `MM/DD/YYYY`; calendar dates never shift with time zones. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-')
  return year && month && day ? `${month}/${day}/${year}` : date
}

/** `09:30` as `9:30 AM`; anything else is returned unchanged. */
export function formatTime(time: string): string {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? []
  if (!hours) return time
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`
}

/** `3/23/2023` and `3-23-23` as `2023-03-23`; undefined if the day does not exist. */
export function isoDate(written: string): string | undefined {
  const [, month = '', day = '', year = ''] =
    /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/.exec(written) ?? []
  if (!year) return undefined
  // Electronic filing began in 1996; lower two-digit years are in this century.
  const century = year.length === 4 ? '' : Number(year) >= 96 ? '19' : '20'
  const date = `${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

/** `12/15/2026`, or `12/15/2026, 10:00 AM` with `time`. In the repeated hour in November, `11/01/2026, 1:30 AM EDT`. */
export function formatInstant(milliseconds: number, timeZone: string, { time = false } = {}) {
  const { month, day, year, hour, minute } = clockAt(milliseconds, timeZone)
  const date = `${month}/${day}/${year}`
  if (!time) return date
  const zone = repeatedHourZone(milliseconds, timeZone)
  return `${date}, ${formatTime(`${hour}:${minute}`)}${zone ? ` ${zone}` : ''}`
}
