import * as z from 'zod'
import { anyCase, storable, withoutLineEnds } from '../../shared/clean-text.ts'
import { anyDate, DATE } from '../../shared/docket-date-rules.ts'
import { isCalendarDate } from '../../shared/field-rules.ts'
import { MAX_ID } from '../../shared/number-rules.ts'
import { dayAt } from '../../shared/time-zone.ts'

/* In archives and in RECAP's form alike. Nothing is transformed one way only: an archive is also written with these fields. */

export const MAX_IMPORTED_ENTRIES = 1_000_000
/** Documents of one entry, relations, dates, corrections. */
export const MAX_PARTS = 10_000

/** Several lines; what no database can store is left out. */
export const text = (max: number) =>
  z
    .string({ error: ({ input }) => (input == null ? 'is missing' : 'is not a text') })
    .max(max, `is longer than ${max.toLocaleString('en-US')} characters: shorten it`)
    .overwrite(storable)

export const line = (max: number) => text(max).overwrite(withoutLineEnds)

export const list = <Item extends z.ZodType>(item: Item, max = MAX_PARTS, missing = 'is missing') =>
  z
    .array(z.unknown(), missing)
    .max(max, `has more than ${max.toLocaleString('en-US')} items: leave some out`)
    .pipe(z.array(item))

/** A whole number that fits the columns of both databases. */
export const count = (max: number, min = 0) => {
  const problem = `is not a whole number from ${min} to ${max.toLocaleString('en-US')}`
  return z.int(problem).min(min, problem).max(max, problem)
}

export const id = count(MAX_ID, 1)

export const sha256 = z.string('is missing').regex(/^[0-9a-f]{64}$/, 'is not a SHA-256')

export const filingDate = z
  .string('is missing')
  .refine(isCalendarDate, 'is not a valid date in the form YYYY-MM-DD')

/** Empty where it is missing; some programs write a number without quotation marks. */
export const optional = (schema: z.ZodType<string>) =>
  z
    .preprocess((value) => (typeof value === 'number' ? `${value}` : value), schema.nullish())
    .transform((value) => value?.trim() ?? '')

export const optionalLine = (max: number) => optional(line(max))

const WRITTEN_DAY = anyCase`^\s*${DATE}\s*$`
const IN_UTC = /(?<![T ]00:00(?::00)?(?:\.0{1,9})?)(?:Z|\+00:?00| (?:GMT|UTC))\s*$/i

/** Feeds write the time in UTC, for which it may be the next day; any other time is written as the court has it. */
export function courtDay(written: string, timeZone: string): string | undefined {
  const day = WRITTEN_DAY.exec(written.slice(0, 100))?.groups?.date
  if (!day) return undefined
  const at = IN_UTC.test(written) ? Date.parse(written) : Number.NaN
  return Number.isNaN(at) ? anyDate(day) : dayAt(at, timeZone)
}

export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time in the form HH:MM')

const TIME_PROBLEM =
  'is not a time from 1970 to 2999, written for example as 2026-07-30T14:05:00.000Z'

/** ISO 8601 in the file, milliseconds in the program. */
export const time = z.codec(
  z.iso.datetime(TIME_PROBLEM).regex(/^(?:19[789]|2\d\d)\d-/, TIME_PROBLEM),
  z.number(),
  { decode: (written) => Date.parse(written), encode: (at) => new Date(at).toISOString() },
)

/** RFC 7986 asks for no more than letters, digits, and hyphens; older calendars put an address here. */
export const uid = z
  .string('is missing')
  .regex(/^[\w.@:+{}-]{1,200}$/, 'is not a calendar identifier: use letters, digits, and hyphens')

/** One file in the archive's own folder `documents`. */
export const archivePath = z
  .string('is missing')
  .max(400, 'is longer than 400 characters')
  .regex(/^documents\/(?!\.{1,2}$)[^/\\\p{Cc}]+$/u, 'is not a file in documents/')
