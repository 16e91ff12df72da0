import { runOnRows } from '../../platform/database/row-statement.ts'
import type { Queryable } from '../../platform/database/schema.ts'
import { PAUSE_MS, periodOf } from '../downloads/download-rules.ts'
import { type Burst, periodsBeside } from './bursts.ts'

const SPAN = { visitor: 'bigint', first_at: 'bigint', last_at: 'bigint' } as const
const BURST = {
  ...SPAN,
  source: 'bigint',
  document_id: 'integer',
  user_agent: 'text',
  access_id: 'bigint',
  run: 'bigint',
} as const

/** The bursts that touch one of these: same client and document, and no pause between them. */
export async function listTouching(db: Queryable, bursts: Burst[]): Promise<Burst[]> {
  const touching = await runOnRows<Burst>(
    db,
    SPAN,
    bursts,
    `select distinct b.visitor, b.source, b.first_at, b.last_at, b.document_id, b.user_agent, b.access_id
      from v cross join imported_bursts b where b.visitor = v.visitor
      and b.first_at < v.last_at + ${PAUSE_MS} and b.last_at > v.first_at - ${PAUSE_MS}`,
  )
  // One that touches two of them may come twice.
  return [
    ...new Map(touching.map((burst) => [`${burst.visitor} ${burst.first_at}`, burst])).values(),
  ]
}

/** @param run the bursts are of this run and have to be settled at its end */
export async function replaceBursts(
  db: Queryable,
  run: number,
  stored: Burst[],
  merged: Burst[],
): Promise<void> {
  await runOnRows(
    db,
    SPAN,
    stored,
    `delete from imported_bursts where (visitor, first_at) in (select visitor, first_at from v)`,
  )
  await runOnRows(
    db,
    BURST,
    merged.map((burst) => ({ ...burst, run })),
    `insert into imported_bursts
      (visitor, source, first_at, last_at, document_id, user_agent, access_id, is_settled, run)
      select visitor, source, first_at, last_at, document_id, user_agent, access_id, 0, run from v`,
  )
}

/** Bursts that were settled and now have one of these whole downloads beside them are to be looked at again. */
export async function unsettleBeside(
  db: Queryable,
  downloads: { visitor: number; at: number }[],
): Promise<void> {
  await runOnRows(
    db,
    { visitor: 'bigint', at: 'bigint' },
    downloads,
    `update imported_bursts set is_settled = 0 where (visitor, first_at) in (
      select b.visitor, b.first_at from v cross join imported_bursts b
      where b.visitor = v.visitor and b.is_settled = 1
      and b.first_at < v.at + ${PAUSE_MS} and b.last_at > v.at - ${PAUSE_MS})`,
  )
}

export interface UnsettledBurst extends Burst {
  run: number
}

export function listUnsettled(db: Queryable, limit: number): Promise<UnsettledBurst[]> {
  return db
    .selectFrom('imported_bursts')
    .selectAll()
    .where('is_settled', '=', 0)
    .orderBy('visitor')
    .orderBy('first_at')
    .limit(limit)
    .execute()
}

export async function hasSettledBursts(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('imported_bursts')
    .select('visitor')
    .where('is_settled', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Places in the list of those with a whole download by the same client within half an hour of any of their lines. */
export async function findBesideWhole(db: Queryable, bursts: Burst[]): Promise<Set<number>> {
  const asked = bursts.flatMap((burst, place) => {
    const { visitor, first_at, last_at } = burst
    return periodsBeside(burst).map((period) => ({ place, period, visitor, first_at, last_at }))
  })
  const rows = await runOnRows<{ place: number }>(
    db,
    { place: 'integer', period: 'integer', ...SPAN },
    asked,
    `select distinct v.place from v cross join imported_lines l
      where l.period = v.period and l.visitor = v.visitor
      and l.at > v.first_at - ${PAUSE_MS} and l.at < v.last_at + ${PAUSE_MS}`,
  )
  return new Set(rows.map(({ place }) => place))
}

/** Of each source, how many bursts of the half hour in which the given one begins have a record. */
export async function countRecorded(db: Queryable, bursts: Burst[]): Promise<Map<string, number>> {
  const asked = new Map(
    bursts.map(({ source, first_at }) => [
      sourcePeriod({ source, first_at }),
      { source, period: periodOf(first_at) },
    ]),
  )
  const rows = await runOnRows<{ source: number; period: number; count: number }>(
    db,
    { source: 'bigint', period: 'bigint' },
    [...asked.values()],
    `select v.source, v.period, count(*) as count from v cross join imported_bursts b
      where b.source = v.source and b.first_at >= v.period * ${PAUSE_MS}
      and b.first_at < (v.period + 1) * ${PAUSE_MS} and b.access_id is not null
      group by v.source, v.period`,
  )
  return new Map(rows.map(({ source, period, count }) => [`${source} ${period}`, count]))
}

/** What shares a limit (MOST_FROM_RANGES). */
export const sourcePeriod = ({ source, first_at }: Pick<Burst, 'source' | 'first_at'>) =>
  `${source} ${periodOf(first_at)}`

export async function markSettled(db: Queryable, bursts: Burst[]): Promise<void> {
  await runOnRows(
    db,
    { visitor: 'bigint', first_at: 'bigint', access_id: 'bigint' },
    bursts,
    `update imported_bursts set is_settled = 1, access_id = v.access_id from v
      where v.visitor = imported_bursts.visitor and v.first_at = imported_bursts.first_at`,
  )
}
