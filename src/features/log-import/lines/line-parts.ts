import { isIPv4 } from 'node:net'
import { canonicalIp } from '../../../platform/http/request/client-address.ts'
import { instantOf } from '../../../shared/time-zone.ts'

export interface DownloadRequest {
  documentId: number
  /** Milliseconds since 1970 UTC. */
  at: number
  /** 200: the whole document; 206: a range. */
  status: 200 | 206
  /** The client as logged; only hashed, never stored. */
  client: string
  /** Empty if the log has none. */
  userAgent: string
  /** The part of the line used to recognize it in later imports. */
  identity: string
}

/** What a line is: a download, the reason why it is none, or what is wrong with it. */
export type Outcome = DownloadRequest | Exclude<Reason, 'malformed'> | { problem: string }

export const malformed = (problem: string) => ({ problem })

/** Why a line is not a download, in the order checked, by name (docs/access-logs.md, `--json`) and in words. */
export const REASONS = {
  malformed: 'not a valid access log line',
  too_long: 'line too long',
  other_path: 'other path',
  other_method: 'not a GET',
  other_status: 'status other than 200 or 206',
  unknown_document: 'unknown document',
  too_old: 'dated before 1990',
  in_future: 'dated in the future',
  before_since: 'before --since',
  after_until: 'after --until',
  already_recorded: 'recorded by the service itself',
} as const

export type Reason = keyof typeof REASONS

/** The client of `203.0.113.5:51234`, of `[2001:db8::7]:51234`, and of a list of proxies, which begins with it. */
export function clientAddress(word: string): string {
  const [first = ''] = word.split(',', 1)
  const address = first.trim()
  // Most are plain: parsing each would cost the import a quarter of its speed (bench).
  return isIPv4(address) ? address : (canonicalIp(address) ?? address)
}

const REQUEST_LINE = /^(\S+) (\S+|.+?)(?: HTTP\/\d(?:\.\d)?)?$/s

/** Both parts are empty for anything but `GET /path HTTP/1.1`. */
export function readRequestLine(text: string): { method: string; target: string } {
  const [, method = '', target = ''] = REQUEST_LINE.exec(text) ?? []
  return { method, target }
}

const AUTHORITY = /^https?:\/\/[^/?#]*/i
const DOWNLOAD = /^\/api\/documents\/([1-9]\d*)\/download(?:\?|$)/

/** The target may be in absolute form. The path must match literally; no other encoding of it counts. */
export function readDownload(
  method: string,
  target: string,
  status: number,
): Exclude<Reason, 'malformed'> | Pick<DownloadRequest, 'documentId' | 'status'> {
  const [, digits] = DOWNLOAD.exec(target.replace(AUTHORITY, '')) ?? []
  if (digits === undefined) return 'other_path'
  if (method !== 'GET') return 'other_method'
  if (status !== 200 && status !== 206) return 'other_status'
  return { documentId: Number(digits), status }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const CLOCK = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`
const CLF = new RegExp(
  String.raw`^\[?(?<date>\d{1,2})\/(?<name>\w{3})\/(?<year>\d{4}):${CLOCK}(?:[.,]\d{1,9})? ?(?<zone>Z|[+-]\d\d:?\d\d)?\]?$`,
)
const ISO = new RegExp(
  String.raw`^(?<year>\d{4})[-/](?<month>\d\d)[-/](?<date>\d\d)[T ]${CLOCK}(?:[.,](?<fraction>\d{1,9}))?\s?(?<zone>Z|UTC|[+-]\d\d:?\d\d)?$`,
)

/**
 * Reads seconds, milliseconds, microseconds, or nanoseconds since 1970, ISO 8601 (in the site's time zone if it has no
 * offset), or the common log format.
 * @returns milliseconds; NaN for anything that is not a time
 */
export function readJsonTime(value: unknown, timeZone: string): number {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return Number.NaN
  if (/^\d{9,19}(\.\d+)?$/.test(value)) return fromEpoch(Number(value))
  const parts = (CLF.exec(value) ?? ISO.exec(value))?.groups
  if (!parts) return Number.NaN
  const { year, month = MONTHS.indexOf(parts.name ?? '') + 1, date, hour, minute } = parts
  const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour)))
  // A day or an hour that does not exist became another one.
  const isDay = start.getUTCDate() === Number(date) && start.getUTCMonth() === Number(month) - 1
  // A leap second (60) becomes the first second of the next minute.
  const isTime = Number(year) >= 1970 && Number(minute) < 60 && Number(parts.second) <= 60
  if (!isDay || !isTime) return Number.NaN
  const seconds = Number(minute) * 60 + Number(parts.second)
  const wall = start.getTime() + seconds * 1000 + Number(`${parts.fraction ?? ''}000`.slice(0, 3))
  return parts.zone === undefined ? instantOf(wall, timeZone) : wall - zoneOffset(parts.zone)
}

/** Today is about 1.7e9 seconds, and each unit is a thousand times smaller than the one before, so the unit can be inferred. */
function fromEpoch(value: number): number {
  if (!(value > 0)) return Number.NaN
  const milliseconds = [1e3, 1, 1e-3, 1e-6].map((factor) => Math.floor(value * factor))
  return milliseconds.find((time) => time < 1e14 && time > 1e8) ?? Number.NaN
}

/** Milliseconds ahead of UTC; NaN for an offset no zone uses. */
function zoneOffset(zone: string): number {
  if (zone === 'Z' || zone === 'UTC') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return minutes > 14 * 60 ? Number.NaN : (zone[0] === '-' ? -1 : 1) * minutes * 60_000
}
