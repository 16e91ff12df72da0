import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { nameColumns } from './download-queries.ts'
import { ALL_DOCUMENTS, dayNumberSql, findMoments, NEVER, recordsIn } from './fold-queries.ts'
import { dayOfNumber, momentsOf, offsetPeriods } from './site-days.ts'
import type { AccessFilter, AccessPeriod, Counts } from './statistics-rules.ts'
import { type Asked, daysOf, type SummaryState, summaryCounts } from './summary-queries.ts'

/* Counts what the summaries lack (records not folded yet, corrections of folded ones), and adds it to the summaries. */

export interface Pending {
  rows: RawBuilder<unknown>
  erasedThrough: number
}

const LAST_ID = 2_147_483_647

/** @returns undefined if the summaries lack nothing */
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

/** The period that all records span, whether folded or not. */
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
 * Like `summaryCounts`. For visitors, the difference from the summaries; visitors of erased days stay as counted.
 */
function pendingCounts({ rows, erasedThrough }: Pending, { filter, by }: Asked) {
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

/** The summaries plus what they lack. */
export function selectCounts(db: Queryable, asked: Asked, pending: Pending | undefined) {
  const more = pending ? sql`union all ${pendingCounts(pending, asked)}` : sql``
  const total = (column: string) => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as integer)`
  const counts = sql<Counts & { key: number; robotDownloads: number }>`(
    select key, ${total('downloads')} as downloads, ${total('without_ip')} as "downloadsWithoutIp",
      ${total('robot_downloads')} as "robotDownloads", ${total('visitors')} as visitors
    from (${summaryCounts(asked)} ${more}) as parts group by key)`
  return db.selectFrom(counts.as('counts')).selectAll('counts')
}

/** @param counts by document */
export function withNames(
  counts: ReturnType<typeof selectCounts>,
  filter: AccessFilter,
  timeZone: string,
) {
  const { start, end } = momentsOf(filter, timeZone)
  const people = filter.robots === 'exclude' ? sql`and a.is_robot = 0` : sql``
  return counts
    .innerJoin('documents', 'documents.id', 'counts.key')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .select(nameColumns)
    .select([
      sql<number | null>`coalesce(documents.deleted_at, entries.deleted_at)`.as('deletedAt'),
      // Null only if the download was removed a moment ago.
      sql<number>`coalesce((select a.accessed_at from document_accesses a
        where a.document_id = documents.id and a.accessed_at >= ${start} and a.accessed_at < ${end} ${people}
        order by a.accessed_at desc limit 1), ${start})`.as('lastAccessedAt'),
    ])
}
