import { sql } from 'kysely'
import { sqlIsDue } from '../waits.ts'
import type { Queryable } from './schema.ts'

export interface Throttle {
  /** What is limited and for whom, for example `subscribe:192.0.2.7`. */
  key: string
  limit: number
  windowMs: number
}

/** PROMISES 5, 12, 24. @returns 0 if one more attempt is allowed, otherwise the seconds until it is */
export async function takeFromThrottle(db: Queryable, throttle: Throttle, now: number) {
  const isOver = sqlIsDue('throttles.resets_at', now, throttle.windowMs)
  const row = await db
    .insertInto('throttles')
    .values({ key: throttle.key, count: 1, resets_at: now + throttle.windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else throttles.count + 1 end`,
        resets_at: sql`case when ${isOver} then excluded.resets_at else throttles.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  return row.count <= throttle.limit ? 0 : Math.max(1, Math.ceil((row.resets_at - now) / 1000))
}

export const returnToThrottle = (db: Queryable, key: string) =>
  db
    .updateTable('throttles')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()

export const resetThrottle = (db: Queryable, key: string) =>
  db.deleteFrom('throttles').where('key', '=', key).execute()

const MAX_WINDOW_MS = 24 * 3_600_000

export const removeOldThrottles = (db: Queryable, now: number) =>
  db
    .deleteFrom('throttles')
    .where(sqlIsDue('resets_at', now, MAX_WINDOW_MS))
    .execute()
