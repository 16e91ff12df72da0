import * as z from 'zod'
import { withoutLineEnds } from './clean-text.ts'

/**
 * Typed text: no NUL (PostgreSQL cannot store it), no lone surrogates (UTF-8 cannot encode them), line ends as LF.
 * @param max the largest length in characters
 */
export function typedText(max: number) {
  return z
    .string('must be text')
    .max(max, `is longer than ${max.toLocaleString('en-US')} characters`)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'contains invalid characters')
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
}

export const typedLine = (max: number) =>
  typedText(max).transform((value) => withoutLineEnds(value).trim())

/** A calendar date that exists, YYYY-MM-DD, from 1700 to 2999. */
export function calendarDate() {
  return z
    .string('must be a date')
    .refine(isCalendarDate, 'is not a valid date. Check the month, the day, and the year')
}

export function isCalendarDate(value: string): boolean {
  if (!/^(1[7-9]|2\d)\d\d-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
