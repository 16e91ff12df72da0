import { sql } from 'kysely'
import { hasRows } from '../../../platform/database/answers.ts'
import { emptyTable } from '../../../platform/database/backup/snapshots.ts'
import type { Queryable, Schema } from '../../../platform/database/schema.ts'
import { ALL_DOCUMENTS, LAST_DAY, NEVER } from './fold-queries.ts'
import { dayAt, dayNumberOf, dayOfNumber, momentsOf } from './site-days.ts'
import type { AccessFilter } from './statistics-rules.ts'

export type SummaryState = Awaited<ReturnType<typeof findSummaryState>>

export const findSummaryState = (db: Queryable) =>
  db
    .selectFrom('access_summary')
    .select(['building', 'time_zone as timeZone'])
    .select(['folded_id as foldedId', 'erased_through as erasedThrough'])
    .executeTakeFirstOrThrow()

export async function updateSummary(db: Queryable, changes: Partial<Schema['access_summary']>) {
  await db.updateTable('access_summary').set(changes).execute()
}

/** Whether a record that was already folded has been deleted or changed since. */
export const isCorrected = (db: Queryable, foldedId: number) =>
  hasRows(db.selectFrom('access_corrections').where('access_id', '<=', foldedId))

export async function findFirstDay(trx: Queryable, timeZone: string): Promise<number> {
  const { first } = await trx
    .selectFrom('document_accesses')
    .select(sql<number | null>`min(accessed_at)`.as('first'))
    .executeTakeFirstOrThrow()
  return dayNumberOf(dayAt(first ?? Date.now(), timeZone))
}

const RECORDS_AT_A_TIME = 1000

export async function eraseSome(
  trx: Queryable,
  { timeZone, day, foldedId }: { timeZone: string; day: number; foldedId: number },
): Promise<boolean> {
  const date = dayOfNumber(day)
  const { start, end } = momentsOf({ from: date, to: date }, timeZone)
  await sql`create temporary table if not exists erase_records
    (id bigint, ip text, document_id integer)`.execute(trx)
  await emptyTable(trx, 'erase_records')
  await sql`insert into erase_records select id, client_ip, document_id from document_accesses
    where accessed_at >= ${start} and accessed_at < ${end} and client_ip is not null and id <= ${foldedId}
    order by accessed_at limit ${sql.lit(RECORDS_AT_A_TIME)}`.execute(trx)
  for (const document of [sql`document_id`, sql`${sql.lit(ALL_DOCUMENTS)}`]) {
    await sql`delete from access_visits where (ip, document_id, day)
      in (select ip, ${document}, ${sql.lit(day)} from erase_records)`.execute(trx)
  }
  const { numAffectedRows } = await sql`update document_accesses set client_ip = null, ip_erased = 1
    where id in (select id from erase_records)`.execute(trx)
  return Number(numAffectedRows) > 0
}

/** How to group the figures: not at all, by day, or by document. */
export type Division = 'all' | 'day' | 'document_id'

export interface Asked {
  filter: AccessFilter
  by: Division
}

/**
 * Downloads, downloads without an IP, robots' downloads, and visitors, to be summed by `key`: the day number, the document
 * id, or 0 for all.
 *
 * A visit counts toward a range's unique visitors if the visitor's previous visit was before the range began, so each
 * visitor is counted once, on their first day in the range.
 */
export function summaryCounts({ filter, by }: Asked) {
  const isPeople = filter.robots === 'exclude'
  const downloads = isPeople ? sql`downloads - robot_downloads` : sql`downloads`
  const withoutIp = isPeople ? sql`without_ip - robot_without_ip` : sql`without_ip`
  const visitors = isPeople ? sql`people` : sql`visitors`
  const isNew = by === 'day' ? sql`` : sql`and previous_day < ${daysOf(filter).first}`
  const key = { all: sql`0`, day: sql`day`, document_id: sql`documents.id` }[by]
  // Not `group by` for a single group: SQLite would sort its rows.
  const groups = by === 'all' ? sql`` : sql`group by 1`
  return sql`
    select ${key} as key, sum(${downloads}) as downloads, sum(${withoutIp}) as without_ip,
      sum(robot_downloads) as robot_downloads, 0 as visitors
    from ${summaryRows('access_totals', { filter, by })} ${groups}
    union all
    select ${key}, 0, 0, 0, sum(${visitors})
    from ${summaryRows('access_returns', { filter, by })} ${isNew} ${groups}`
}

/** Joins from documents to their days, so that a short range of a long history is found quickly. */
function summaryRows(table: 'access_totals' | 'access_returns', { filter, by }: Asked) {
  const { first, last } = daysOf(filter)
  const rows = sql.table(table)
  const days = sql`day between ${first} and ${last}`
  if (by !== 'document_id') {
    return sql`${rows} where ${days} and document_id = ${filter.documentId ?? ALL_DOCUMENTS}`
  }
  const one = filter.documentId === undefined ? sql`` : sql`and documents.id = ${filter.documentId}`
  return sql`${rows} join documents on documents.id = ${rows}.document_id where ${days} ${one}`
}

export function daysOf({ from, to }: AccessFilter) {
  return {
    first: from === undefined ? NEVER + 1 : Math.max(dayNumberOf(from), NEVER + 1),
    last: to === undefined ? LAST_DAY : dayNumberOf(to),
  }
}
