/** Milliseconds by which the clock of the zone is ahead of UTC at this moment. */
export function offsetAt(time: number, timeZone: string): number {
  const second = Math.floor(time / 1000) * 1000
  const part: Record<string, number> = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(second)) {
    part[type] = Number(value)
  }
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, part.second ?? 0) - second
}

/** Making a formatter costs far more than using one. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, formatter)
  return formatter
}
