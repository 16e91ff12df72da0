export const DAY_MS = 86_400_000

/** Values such as `07`, `30`, `2026`; hours run from 00 to 23. */
type Clock = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

export function clockAt(time: number, timeZone: string): Clock {
  const parts = formatterFor(timeZone).formatToParts(time)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Milliseconds by which the zone is ahead of UTC at this moment. */
export function offsetAt(time: number, timeZone: string): number {
  const second = Math.floor(time / 1000) * 1000
  const clock = clockAt(second, timeZone)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(clock[type])
  const date = [part('year'), part('month') - 1, part('day')] as const
  return Date.UTC(...date, part('hour'), part('minute'), part('second')) - second
}

/** YYYY-MM-DD on a calendar in the zone. */
export const dayAt = (time: number, timeZone: string): string =>
  new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 10)

/**
 * The moment at which a clock in the zone shows this time. A time that the clock skips in spring is an hour later; of a time
 * that occurs twice in fall, the first is meant.
 * @param local what the clock shows, as if it were UTC
 */
export function instantOf(local: number, timeZone: string): number {
  // The offset at that moment is not known yet; those a day earlier and a day later cover any change.
  const candidates = [-DAY_MS, DAY_MS].map((days) => local - offsetAt(local + days, timeZone))
  const right = candidates.filter((instant) => instant + offsetAt(instant, timeZone) === local)
  return right.length > 0 ? Math.min(...right) : Math.max(...candidates)
}

/** `Eastern Time`, or the long name if the zone has no generic one: `Coordinated Universal Time`. */
export function zoneLabel(timeZone: string): string {
  const generic = zoneName(timeZone, 'longGeneric')
  return generic.startsWith('GMT') ? zoneName(timeZone, 'long') : generic
}

function zoneName(timeZone: string, timeZoneName: 'longGeneric' | 'long' | 'short', time = 0) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** `EDT` or `EST` for a time that occurs twice because clocks are set back; undefined otherwise. */
export function repeatedHourZone(time: number, timeZone: string): string | undefined {
  const day = Math.floor(time / DAY_MS)
  const [before, after] = [offsetOn(day - 1, timeZone), offsetOn(day + 2, timeZone)]
  if (before <= after) return undefined
  const offset = offsetAt(time, timeZone)
  const other = offset === before ? after : before
  const isRepeated = offsetAt(time + offset - other, timeZone) === other
  return isRepeated ? zoneName(timeZone, 'short', time) : undefined
}

/** Cached by day, because CSV exports ask for every row. */
const offsets = new Map<string, number>()

function offsetOn(day: number, timeZone: string): number {
  const key = `${timeZone} ${day}`
  const offset = offsets.get(key) ?? offsetAt(day * DAY_MS, timeZone)
  offsets.set(key, offset)
  return offset
}

/** Creating a formatter costs far more than using one. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
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
