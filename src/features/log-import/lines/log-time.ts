import { wallTime } from './wall-time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const MINUTE = 60_000

/** `10/Oct/2000:13:55:36 -0700`, as common and combined logs write it between brackets. */
export const CLF_TIME_LENGTH = 26

/** The last day and zone that were read: most lines share them with the line before. */
const last = { bytes: Buffer.alloc(11), midnight: Number.NaN }

/**
 * The 26 bytes from `start` as milliseconds since 1970 UTC. The line's own offset counts, so both days on which the
 * clocks change come out right.
 * @returns NaN for anything that is no time
 */
export function readClfTime(bytes: Buffer, start: number): number {
  const two = (at: number) => readTwoDigits(bytes, start + at)
  const [hour, minute, second] = [two(12), two(15), two(18)]
  const offset = two(22) * 60 + two(24)
  const sign = bytes[start + 21] === PLUS ? 1 : bytes[start + 21] === MINUS ? -1 : Number.NaN
  const isShaped =
    bytes[start + 11] === COLON && bytes[start + 14] === COLON && bytes[start + 17] === COLON
  // A leap second is 60; the arithmetic makes it the first of the next minute.
  if (!isShaped || !(hour < 24 && minute < 60 && second <= 60 && offset <= 14 * 60))
    return Number.NaN
  return readMidnight(bytes, start) + ((hour * 60 + minute - sign * offset) * 60 + second) * 1000
}

const COLON = 0x3a
const SLASH = 0x2f
const PLUS = 0x2b
const MINUS = 0x2d

function readMidnight(bytes: Buffer, start: number): number {
  if (last.bytes.compare(bytes, start, start + 11) === 0) return last.midnight
  bytes.copy(last.bytes, 0, start, start + 11)
  last.midnight = dateOf(bytes, start)
  return last.midnight
}

function dateOf(bytes: Buffer, start: number): number {
  const day = readTwoDigits(bytes, start)
  const month = MONTHS.indexOf(bytes.toString('latin1', start + 3, start + 6))
  const year = readTwoDigits(bytes, start + 7) * 100 + readTwoDigits(bytes, start + 9)
  const isShaped = bytes[start + 2] === SLASH && bytes[start + 6] === SLASH
  if (!isShaped || !(year >= 1970) || !(day >= 1 && day <= (DAYS_IN_MONTH[month] ?? 0)))
    return Number.NaN
  const time = Date.UTC(year, month, day)
  return new Date(time).getUTCDate() === day ? time : Number.NaN
}

function readTwoDigits(bytes: Buffer, at: number): number {
  const tens = (bytes[at] ?? 0) - 48
  const ones = (bytes[at + 1] ?? 0) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

const ISO =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s?(Z|UTC|[+-]\d\d:?\d\d)?$/

/**
 * A time as JSON logs write it: seconds, milliseconds, microseconds or nanoseconds since 1970, ISO 8601, or as in a
 * common log. One without an offset is on the site's clock.
 * @returns milliseconds since 1970 UTC, NaN for anything that is no time
 */
export function readJsonTime(value: unknown, timeZone: string): number {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return Number.NaN
  if (/^\d{9,19}(\.\d+)?$/.test(value)) return fromEpoch(Number(value))
  if (value.length === CLF_TIME_LENGTH) {
    const time = readClfTime(Buffer.from(value, 'latin1'), 0)
    if (!Number.isNaN(time)) return time
  }
  const parts = ISO.exec(value)
  return parts ? fromIso(parts, timeZone) : Number.NaN
}

/** Today is 1.7e9 seconds; each unit is a thousand times the one before. */
function fromEpoch(value: number): number {
  if (!(value > 0)) return Number.NaN
  const milliseconds = [1e3, 1, 1e-3, 1e-6].map((factor) => Math.floor(value * factor))
  return milliseconds.find((time) => time < 1e14 && time > 1e8) ?? Number.NaN
}

function fromIso(parts: RegExpExecArray, timeZone: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
  if (!exists || month > 12 || hour > 23 || minute > 59 || second > 60) return Number.NaN
  const time = wall + Number(`${parts[7] ?? ''}000`.slice(0, 3))
  const zone = parts[8]
  if (zone === undefined) return wallTime(time, timeZone)
  if (zone === 'Z' || zone === 'UTC') return time
  const [sign, hours, minutes] = [zone[0], Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  return time - (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE
}
