import { type RawBuilder, sql } from 'kysely'

/*
 * A clock that was wrong leaves times in the future behind. Nothing waits for them: a wait that would last longer than the
 * longest of its kind is over.
 */

/** How far the clocks of several machines may differ. */
const MAX_SKEW_MS = 60_000

/** @param maxWaitMs the longest wait of this kind */
export const isDue = (dueAt: number, now: number, maxWaitMs: number): boolean =>
  dueAt <= now || dueAt > now + maxWaitMs + MAX_SKEW_MS

/** Whether this long has passed since then; also if that time is in the future. */
export const hasElapsed = (since: number, now: number, waitMs: number): boolean =>
  isDue(since + waitMs, now, waitMs)

/** `isDue` in SQL. @param now may be the database's own time */
export function sqlIsDue(column: string, now: number | RawBuilder<number>, maxWaitMs: number) {
  const longest = maxWaitMs + MAX_SKEW_MS
  const latest = typeof now === 'number' ? now + longest : sql`${now} + ${longest}`
  return sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`
}

export const sqlHasElapsed = (column: string, now: number, waitMs: number) =>
  sqlIsDue(column, now - waitMs, waitMs)
