/** `07`, `30`, `2026` and so on; the hour from 00 to 23. */
type Clock = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

export function clockAt(time: number, timeZone: string): Clock {
  const clock: Clock = {}
  for (const { type, value } of formatterFor(timeZone).formatToParts(time)) clock[type] = value
  return clock
}

/** Milliseconds by which the zone is ahead of UTC at this moment. */
export function offsetAt(time: number, timeZone: string): number {
  const second = Math.floor(time / 1000) * 1000
  const clock = clockAt(second, timeZone)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(clock[type])
  const date = [part('year'), part('month') - 1, part('day')] as const
  return Date.UTC(...date, part('hour'), part('minute'), part('second')) - second
}

/** `Eastern Time`; where a zone has no such name, the long one: `Coordinated Universal Time`. */
export function nameOfZone(timeZone: string): string {
  const generic = zoneName(timeZone, 'longGeneric')
  return generic.startsWith('GMT') ? zoneName(timeZone, 'long') : generic
}

function zoneName(timeZone: string, timeZoneName: 'longGeneric' | 'long' | 'short', time = 0) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** `EDT` or `EST` for a minute that comes twice because clocks are set back; undefined for any other. */
export function nameOfRepeated(time: number, timeZone: string): string | undefined {
  if (!isPutBackAround(time, timeZone)) return undefined
  const offset = offsetAt(time, timeZone)
  const isTwin = (other: number) =>
    other !== offset && offsetAt(time + offset - other, timeZone) === other
  if (![-DAY_MS, DAY_MS].some((away) => isTwin(offsetAt(time + away, timeZone)))) return undefined
  return zoneName(timeZone, 'short', time)
}

/** By week: a CSV file asks this of each of its rows. */
const putBack = new Map<string, boolean>()

function isPutBackAround(time: number, timeZone: string): boolean {
  const week = Math.floor(time / WEEK_MS)
  const key = `${timeZone} ${week}`
  const known = putBack.get(key)
  if (known !== undefined) return known
  const before = offsetAt(week * WEEK_MS - DAY_MS, timeZone)
  const isPutBack = before > offsetAt((week + 1) * WEEK_MS + DAY_MS, timeZone)
  putBack.set(key, isPutBack)
  return isPutBack
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
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}
