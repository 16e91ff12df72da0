import { type RawBuilder, sql } from 'kysely'
import {
  DAY_MS,
  type Day,
  dayNumberOf,
  dayOfNumber,
  type OffsetPeriod,
  startOfDay,
} from './site-days.ts'

/** Division rounds towards zero in both databases: days before 1970 are counted from long before. */
const LONG_BEFORE = 1_000_000

/** The number of the day (site-days.ts) to which the moment in the column `accessed_at` belongs. */
export function dayNumberSql(periods: readonly OffsetPeriod[]): RawBuilder<number> {
  const whens = periods
    .slice(0, -1)
    .map(({ offset, until }) => sql`when accessed_at < ${sql.lit(until)} then ${sql.lit(offset)}`)
  const last = sql.lit(periods.at(-1)?.offset ?? 0)
  const shift = whens.length === 0 ? last : sql`case ${sql.join(whens, sql` `)} else ${last} end`
  return sql<number>`cast((accessed_at + ${shift} + ${sql.lit(LONG_BEFORE * DAY_MS)}) / ${sql.lit(DAY_MS)}
    - ${sql.lit(LONG_BEFORE)} as integer)`
}

/** Far enough for any record, near enough for either database. */
const FAR = 8_000_000_000_000_000

/** The moments from the first day's start up to, and without, the end of the last. */
export function momentsOf(
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  timeZone: string,
): { start: number; end: number } {
  return {
    start: from === undefined ? -FAR : startOfDay(from, timeZone),
    end: to === undefined ? FAR : startOfDay(dayOfNumber(dayNumberOf(to) + 1), timeZone),
  }
}
