import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { LAST_DAY, NEVER } from './fold-rules.ts'
import { dayNumberOf } from './site-days.ts'
import type { AccessFilter } from './statistics-rules.ts'

/** What the summaries stand for. */
export interface SummaryState {
  /** Null while they are not built, or are being built anew. */
  timeZone: string | null
  /** The zone for which they are being built anew. */
  building: string | null
  foldedId: number
  erasedThrough: number | null
}

export async function findSummaryState(db: Queryable): Promise<SummaryState> {
  const row = await db
    .selectFrom('access_summary')
    .select(['time_zone', 'building', 'folded_id', 'erased_through'])
    .executeTakeFirstOrThrow()
  return {
    timeZone: row.time_zone,
    building: row.building,
    foldedId: row.folded_id,
    erasedThrough: row.erased_through,
  }
}

/** Whether a record that is in the summaries has been deleted or changed since. */
export async function isCorrected(db: Queryable, foldedId: number): Promise<boolean> {
  const row = await db
    .selectFrom('access_corrections')
    .select('id')
    .where('access_id', '<=', foldedId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** From now on they stand for what they hold. */
export async function markBuilt(db: Queryable, timeZone: string): Promise<void> {
  await db.updateTable('access_summary').set({ time_zone: timeZone, building: null }).execute()
}

export async function markFolded(db: Queryable, foldedId: number): Promise<void> {
  await db.updateTable('access_summary').set({ folded_id: foldedId }).execute()
}

/** First and last day of the range; a range without a beginning begins after NEVER. */
export function daysOf({ from, to }: AccessFilter) {
  return {
    first: from === undefined ? NEVER + 1 : Math.max(dayNumberOf(from), NEVER + 1),
    last: to === undefined ? LAST_DAY : dayNumberOf(to),
  }
}

export function totals(db: Queryable, filter: AccessFilter) {
  const { first, last } = daysOf(filter)
  return db
    .selectFrom('access_totals')
    .where('day', '>=', first)
    .where('day', '<=', last)
    .select(counts(filter))
}

function counts({ robots }: AccessFilter) {
  const robotsOut = robots === 'exclude'
  const downloads = robotsOut ? sql`downloads - robot_downloads` : sql`downloads`
  const withoutIp = robotsOut ? sql`without_ip - robot_without_ip` : sql`without_ip`
  return [
    sql<number>`coalesce(sum(${downloads}), 0)`.as('downloads'),
    sql<number>`coalesce(sum(${withoutIp}), 0)`.as('downloadsWithoutIp'),
  ]
}

export const visitorsOf = ({ robots }: AccessFilter) =>
  sql<number>`coalesce(sum(${sql.ref(robots === 'include' ? 'visitors' : 'people')}), 0)`.as(
    'visitors',
  )

export function visitorsInRange(db: Queryable, filter: AccessFilter) {
  const { first, last } = daysOf(filter)
  return db
    .selectFrom('access_returns')
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('previous_day', '<', first)
    .select(visitorsOf(filter))
}
