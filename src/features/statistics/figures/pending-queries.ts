import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { ALL_DOCUMENTS, dayNumberSql, findMoments, NEVER } from './fold-queries.ts'
import { offsetPeriodsOfYears } from './site-days.ts'
import type { AccessFilter } from './statistics-rules.ts'
import { daysOf, type SummaryState } from './summary-queries.ts'

/*
 * What the summaries lack: the records after the last that was folded, and the corrections of those before it. Read in one
 * snapshot with the summaries, both together are all records, however far folding has come.
 */

/** One download more, or (sign -1) one less. */
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
  const day = dayNumberSql(offsetPeriodsOfYears(moments.first, moments.last, timeZone))
  const rows = sql`(
    select document_id, ${day} as day, client_ip as ip, is_robot, ip_erased, 1 as sign
    from document_accesses where id > ${foldedId}
    union all select document_id, ${day}, client_ip, is_robot, ip_erased, sign
    from access_corrections where access_id <= ${foldedId}) as pending`
  return { rows, erasedThrough: erasedThrough ?? NEVER }
}

export interface PendingPeriod {
  first: number | null
  last: number | null
  ipsFrom: number | null
}

export async function findWholePeriod(db: Queryable, { rows }: Pending): Promise<PendingPeriod> {
  const found = await sql<PendingPeriod>`
    select min(day) as first, max(day) as last, min(case when downloads > without_ip then day end) as "ipsFrom"
    from (select day, sum(downloads) as downloads, sum(without_ip) as without_ip from (
        select day, downloads, without_ip from access_totals where document_id = ${ALL_DOCUMENTS}
        union all select day, sign, ${WITHOUT_IP} from ${rows}) as every
      group by day having sum(downloads) > 0) as days`.execute(db)
  return found.rows[0] as PendingPeriod
}

const WITHOUT_IP = sql`case when ip is null and ip_erased = 0 then sign else 0 end`

export type Division = 'all' | 'day' | 'document_id'

export interface Change {
  key: number
  downloads: number
  downloadsWithoutIp: number
  robotDownloads: number
  visitors: number
}

const keyOf = (division: Division) => (division === 'all' ? sql.lit(0) : sql.ref(division))

export async function listChanges(
  db: Queryable,
  pending: Pending,
  { filter, by }: { filter: AccessFilter; by: Division },
): Promise<Map<number, Change>> {
  const counted = filter.robots === 'exclude' ? sql`sign * (1 - is_robot)` : sql`sign`
  const withoutIp = filter.robots === 'exclude' ? sql`(1 - is_robot)` : sql.lit(1)
  const { rows } = await sql<Omit<Change, 'visitors'>>`
    select ${keyOf(by)} as key, sum(${counted}) as downloads,
      sum(${WITHOUT_IP} * ${withoutIp}) as "downloadsWithoutIp", sum(sign * is_robot) as "robotDownloads"
    from ${pending.rows} where ${chosen(filter)} group by 1`.execute(db)
  const visitors = await countNewVisitors(db, pending, { filter, by })
  return new Map(rows.map((row) => [row.key, { ...row, visitors: visitors.get(row.key) ?? 0 }]))
}

function chosen(filter: AccessFilter): RawBuilder<unknown> {
  const { first, last } = daysOf(filter)
  const document =
    filter.documentId === undefined ? sql`` : sql`and document_id = ${filter.documentId}`
  return sql`day between ${first} and ${last} ${document}`
}

/**
 * How many visitors there are more than the summaries know, or fewer: for each, what the summaries have of their visits,
 * and what it then is. Those of days whose IPs have been erased stay as they were counted.
 */
async function countNewVisitors(
  db: Queryable,
  { rows, erasedThrough }: Pending,
  { filter, by }: { filter: AccessFilter; by: Division },
): Promise<Map<number, number>> {
  const { first, last } = daysOf(filter)
  const isPeople = filter.robots === 'exclude'
  const visits = isPeople ? sql`v.people_downloads` : sql`v.downloads`
  const document = by === 'document_id' ? sql`p.key` : sql`${filter.documentId ?? ALL_DOCUMENTS}`
  const days = by === 'day' ? sql`v.day = p.key` : sql`v.day between ${first} and ${last}`
  const found = await sql<{ key: number; visitors: number }>`
    select key, sum(case when before + change > 0 then 1 else 0 end
      - case when before > 0 then 1 else 0 end) as visitors
    from (select p.key, p.change, coalesce((select sum(${visits}) from access_visits v
        where v.ip = p.ip and v.document_id = ${document} and ${days}), 0) as before
      from (select ${keyOf(by)} as key, ip, sum(sign) as change from ${rows}
        where ${chosen(filter)} and ip is not null and day > ${erasedThrough}
          ${isPeople ? sql`and is_robot = 0` : sql``}
        group by 1, 2) as p) as q
    group by key`.execute(db)
  return new Map(found.rows.map(({ key, visitors }) => [key, visitors]))
}
