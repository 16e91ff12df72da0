import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { ALL_DOCUMENTS, dayNumberSql, findMoments, NEVER, recordsIn } from './fold-queries.ts'
import { dayOfNumber, offsetPeriods } from './site-days.ts'
import type { AccessPeriod } from './statistics-rules.ts'
import { type Asked, daysOf, type SummaryState } from './summary-queries.ts'

/* What the summaries lack: the records after the last that was folded, and the corrections of those before it. */

export interface Pending {
  rows: RawBuilder<unknown>
  erasedThrough: number
}

const LAST_ID = 2_147_483_647

/** @returns undefined where the summaries lack nothing */
export async function findPending(
  db: Queryable,
  { foldedId, erasedThrough }: SummaryState,
  timeZone: string,
): Promise<Pending | undefined> {
  const range = { after: foldedId, upTo: LAST_ID }
  const moments = await findMoments(db, range)
  if (!moments) return undefined
  const day = dayNumberSql(offsetPeriods(moments.first, moments.last, timeZone))
  const rows = sql`(${recordsIn(range, day)}) as pending`
  return { rows, erasedThrough: erasedThrough ?? NEVER }
}

/** What all records span, in the summaries or not yet. */
export async function findPeriod(
  db: Queryable,
  { erasedThrough }: SummaryState,
  pending: Pending | undefined,
): Promise<AccessPeriod> {
  const more = pending ? sql`union all select day, sign, ${WITHOUT_IP} from ${pending.rows}` : sql``
  const { rows } = await sql<Record<'first' | 'last' | 'ipsFrom', number | null>>`
    select min(day) as first, max(day) as last, min(case when downloads > without_ip then day end) as "ipsFrom"
    from (select day, sum(downloads) as downloads, sum(without_ip) as without_ip from (
        select day, downloads, without_ip from access_totals where document_id = ${ALL_DOCUMENTS} ${more}) as every
      group by day having sum(downloads) > 0) as days`.execute(db)
  const { first = null, last = null, ipsFrom = null } = rows[0] ?? {}
  const day = (number: number | null) => (number === null ? null : dayOfNumber(number))
  return {
    firstDay: day(first),
    lastDay: day(last),
    ipsRecordedFrom: day(ipsFrom),
    ipsErasedThrough: day(erasedThrough),
  }
}

const WITHOUT_IP = sql`case when ip is null and ip_erased = 0 then sign else 0 end`

/**
 * As `summaryCounts`. Of visitors, how many more there are, or fewer, than the summaries know; those of erased days stay as
 * they were counted.
 */
export function pendingCounts({ rows, erasedThrough }: Pending, { filter, by }: Asked) {
  const { first, last } = daysOf(filter)
  const { documentId } = filter
  const isPeople = filter.robots === 'exclude'
  const counted = isPeople ? sql`(1 - is_robot)` : sql.lit(1)
  const visits = isPeople ? sql`v.people_downloads` : sql`v.downloads`
  const key = by === 'all' ? sql.lit(0) : sql.ref(by)
  const chosen = sql`day between ${first} and ${last}
    ${documentId === undefined ? sql`` : sql`and document_id = ${documentId}`}`
  const document = by === 'document_id' ? sql`p.key` : sql`${documentId ?? ALL_DOCUMENTS}`
  const days = by === 'day' ? sql`v.day = p.key` : sql`v.day between ${first} and ${last}`
  return sql`
    select ${key} as key, sum(sign * ${counted}), sum(${WITHOUT_IP} * ${counted}), sum(sign * is_robot), 0
    from ${rows} where ${chosen} group by 1
    union all
    select key, 0, 0, 0, sum(case when before + change > 0 then 1 else 0 end
      - case when before > 0 then 1 else 0 end)
    from (select p.key, p.change, coalesce((select sum(${visits}) from access_visits v
        where v.ip = p.ip and v.document_id = ${document} and ${days}), 0) as before
      from (select ${key} as key, ip, sum(sign * ${counted}) as change from ${rows}
        where ${chosen} and ip is not null and day > ${erasedThrough} group by 1, 2) as p) as q
    group by key`
}
