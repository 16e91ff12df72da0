/** The calendar date, YYYY-MM-DD, at this moment on the clock of the site's time zone. */
export function today(milliseconds: number, timeZone: string): string {
  // Canada writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(milliseconds)
}
