import { isoDate } from './date.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH = String.raw`(?:${MONTHS.join('|')})[a-z]{0,6}\.?`
const DAY = [
  String.raw`\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})(?!\d)`,
  String.raw`\d{4}[/-]\d{2}[/-]\d{2}`,
  String.raw`${MONTH} \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
  String.raw`\d{1,2}[ -]${MONTH},?[ -]\d{4}`,
  String.raw`\d{1,2}-${MONTH}-\d{2}(?!\d)`,
].join('|')
/** Accepted after a date only at the end of a cell, because hearings have times, too. */
const TIME = String.raw`(?:T|,? (?:at )?)\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[ap]\.?m\.?)?(?:Z| ?[+-]\d\d:?\d\d| (?:[ECMP][SD]?T|GMT|UTC))?(?=\s*(?:[\t|]|$))`
export const DATE = `(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(?<date>${DAY})(?:${TIME})?`

/** Undefined if the day does not exist. */
export function anyDate(written: string): string | undefined {
  const [first = '', second = '', third = ''] = written.match(/\d+/g) ?? []
  const name = /[a-z]{3}/i.exec(written)?.[0].toLowerCase()
  if (name) return isoDate(`${MONTHS.indexOf(name) + 1}/${first}/${second}`)
  return isoDate(first.length === 4 ? `${second}/${third}/${first}` : `${first}/${second}/${third}`)
}
