import { offsetAt } from '../../../shared/time-zone.ts'
import { DAY_MS } from '../../statistics/figures/site-days.ts'

/**
 * The moment at which the clock of `timeZone` shows `wall`, a time written as if it were UTC. Where clocks are put
 * back it is the first of the two such moments; where they are put forward and it never shows, the moment an hour on.
 *
 * @returns milliseconds since 1970 UTC
 */
export function wallTime(wall: number, timeZone: string): number {
  const before = wall - offsetAt(wall - DAY_MS, timeZone)
  if (offsetAt(before, timeZone) === wall - before) return before
  const after = wall - offsetAt(wall + DAY_MS, timeZone)
  return offsetAt(after, timeZone) === wall - after ? after : before
}
