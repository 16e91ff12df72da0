import { LARGEST_ID } from './request/parse.ts'

/*
 * A place in a list that is read page by page: the numbers that order it, of the last line seen, the id last. Lines that
 * come and go meanwhile shift nothing.
 */
export const writeCursor = (...numbers: number[]): string => numbers.join('.')

/** undefined for what no list gave. */
export function readCursor(typed: unknown, length: number): number[] | undefined {
  if (typeof typed !== 'string' || !/^-?\d{1,15}(\.\d{1,15})*$/.test(typed)) return undefined
  const numbers = typed.split('.').map(Number)
  return numbers.length === length && Number(numbers.at(-1)) <= LARGEST_ID ? numbers : undefined
}
