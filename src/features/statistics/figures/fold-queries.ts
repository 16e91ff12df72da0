import { type RawBuilder, sql } from 'kysely'
import { analyzeTable, emptyTable } from '../../../platform/database/backup/snapshots.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { DAY_MS, type OffsetPeriod } from './site-days.ts'

/** Used as a document id for all documents together. */
export const ALL_DOCUMENTS = 0

/** The `previous_day` of a first visit: in 1880, before any record. */
export const NEVER = -32_768

/** Later than any day, and within the integer range of both databases. */
export const LAST_DAY = 2_000_000_000

/** A fold locks SQLite for a few milliseconds, and a visitor's download may have to wait that long. */
export const RECORDS_PER_FOLD = 500

export const RECORDS_PER_BUILD = 2500

/** After a fold, a rest this many times as long, so that visitors come first. */
export const REST_FACTOR = 4

/* The statements of one fold (fold-downloads.ts), which use the connection's temporary tables. */

const TABLES = {
  fold_records:
    'document_id integer, day integer, ip text, is_robot integer, ip_erased integer, sign integer',
  fold_visits: 'ip text, document_id integer, day integer, downloads integer, people integer',
  fold_keys: 'ip text, document_id integer, from_day integer',
  fold_returns:
    'document_id integer, day integer, previous_day integer, visitors integer, people integer',
}

export async function emptyFoldTables(db: Queryable): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES)) {
    await sql`create temporary table if not exists ${sql.table(name)} (${sql.raw(columns)})`.execute(
      db,
    )
    await emptyTable(db, name)
  }
}

/** Both databases round toward zero when dividing, so days are counted from long before 1970. */
const LONG_BEFORE = 1_000_000

/** SQL for the day number (site-days.ts) of `accessed_at`. */
export function dayNumberSql(periods: readonly OffsetPeriod[]): RawBuilder<number> {
  const whens = periods
    .slice(0, -1)
    .map(({ offset, until }) => sql`when accessed_at < ${sql.lit(until)} then ${sql.lit(offset)}`)
  const last = sql.lit(periods.at(-1)?.offset ?? 0)
  const shift = whens.length === 0 ? last : sql`case ${sql.join(whens, sql` `)} else ${last} end`
  return sql<number>`cast((accessed_at + ${shift} + ${sql.lit(LONG_BEFORE * DAY_MS)}) / ${sql.lit(DAY_MS)}
    - ${sql.lit(LONG_BEFORE)} as integer)`
}

export async function findMoments(
  db: Queryable,
  { after, upTo }: Range,
): Promise<{ first: number; last: number } | undefined> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(accessed_at) as first, max(accessed_at) as last from (
      select accessed_at from document_accesses where id > ${after} and id <= ${upTo}
      union all select accessed_at from access_corrections where access_id <= ${after}) as taken`.execute(
    db,
  )
  const { first, last } = rows[0] ?? {}
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined
}

export interface Range {
  after: number
  upTo: number
}

/**
 * New records, and corrections of records that were already folded; `sign` is 1 to add a download and -1 to subtract one.
 * Corrections of records not folded yet are not needed: those records are read as they are now.
 */
export const recordsIn = ({ after, upTo }: Range, day: RawBuilder<number>) => sql`
  select document_id, ${day} as day, client_ip as ip, is_robot, ip_erased, 1 as sign
  from document_accesses where id > ${after} and id <= ${upTo}
  union all select document_id, ${day}, client_ip, is_robot, ip_erased, sign
  from access_corrections where access_id <= ${after}`

/** Takes each record twice: for its document and for all documents. */
export async function takeRecords(db: Queryable, range: Range, day: RawBuilder<number>) {
  await sql`insert into fold_records ${recordsIn(range, day)}`.execute(db)
  await sql`insert into fold_records
    select ${sql.lit(ALL_DOCUMENTS)}, day, ip, is_robot, ip_erased, sign from fold_records`.execute(
    db,
  )
}

/** Includes corrections of records that were deleted or changed before they were folded. */
export async function deleteCorrections(db: Queryable, upTo: number): Promise<void> {
  await sql`delete from access_corrections where access_id <= ${upTo}`.execute(db)
}

/** Erases the IPs of late records for a day whose IPs have already been erased. */
export async function eraseLateIps(db: Queryable, { after, upTo }: Range, before: number) {
  await sql`update document_accesses set client_ip = null, ip_erased = 1
    where id > ${after} and id <= ${upTo} and accessed_at < ${before} and client_ip is not null`.execute(
    db,
  )
}

export async function foldTotals(db: Queryable): Promise<void> {
  await sql`insert into access_totals
      (document_id, day, downloads, robot_downloads, without_ip, robot_without_ip)
    select document_id, day, sum(sign), sum(sign * is_robot),
      sum(case when ip is null and ip_erased = 0 then sign else 0 end),
      sum(case when ip is null and ip_erased = 0 then sign * is_robot else 0 end)
    from fold_records where true group by 1, 2
    on conflict (document_id, day) do update set
      downloads = access_totals.downloads + excluded.downloads,
      robot_downloads = access_totals.robot_downloads + excluded.robot_downloads,
      without_ip = access_totals.without_ip + excluded.without_ip,
      robot_without_ip = access_totals.robot_without_ip + excluded.robot_without_ip`.execute(db)
  await sql`delete from access_totals where downloads = 0
    and (document_id, day) in (select document_id, day from fold_records where sign < 0)`.execute(
    db,
  )
}

/**
 * Collects the visits that these records add or remove; days whose IPs have been erased are closed.
 * @returns whether there are any
 */
export async function takeVisits(db: Queryable, erasedThrough: number): Promise<boolean> {
  await sql`insert into fold_visits
    select ip, document_id, day, sum(sign), sum(sign * (1 - is_robot)) from fold_records
    where ip is not null and day > ${erasedThrough} group by 1, 2, 3`.execute(db)
  await sql`insert into fold_keys
    select ip, document_id, min(day) from fold_visits group by ip, document_id`.execute(db)
  await analyzeTable(db, 'fold_visits')
  await analyzeTable(db, 'fold_keys')
  const { rows } = await sql`select 1 from fold_keys limit 1`.execute(db)
  return rows.length > 0
}

/** From the first changed day on, subtracts every old visit from the returns and adds every new one. */
export async function foldVisits(db: Queryable, erasedThrough: number): Promise<void> {
  await countReturns(db, -1)
  await changeVisits(db)
  await linkVisits(db, erasedThrough)
  await countReturns(db, 1)
  await changeReturns(db)
}

async function countReturns(db: Queryable, sign: 1 | -1): Promise<void> {
  const visits = sql`fold_keys k join access_visits v
    on v.ip = k.ip and v.document_id = k.document_id and v.day >= k.from_day`
  await sql`insert into fold_returns
    select v.document_id, v.day, v.previous_day, ${sql.lit(sign)}, 0 from ${visits}
    where v.downloads > 0
    union all
    select v.document_id, v.day, v.previous_people_day, 0, ${sql.lit(sign)} from ${visits}
    where v.people_downloads > 0`.execute(db)
}

async function changeVisits(db: Queryable): Promise<void> {
  await sql`insert into access_visits
      (ip, document_id, day, downloads, people_downloads, previous_day, previous_people_day)
    select ip, document_id, day, downloads, people, ${sql.lit(NEVER)}, ${sql.lit(NEVER)}
    from fold_visits where true
    on conflict (ip, document_id, day) do update set
      downloads = access_visits.downloads + excluded.downloads,
      people_downloads = access_visits.people_downloads + excluded.people_downloads`.execute(db)
  await sql`delete from access_visits where downloads <= 0
    and (ip, document_id, day) in (select ip, document_id, day from fold_visits where downloads <= 0)`.execute(
    db,
  )
}

/** Keeps a previous day that was erased, because it cannot be recomputed. */
async function linkVisits(db: Queryable, erasedThrough: number): Promise<void> {
  const before = (ofPeople: RawBuilder<unknown>, column: RawBuilder<unknown>) => sql`coalesce(
    (select max(earlier.day) from access_visits as earlier where earlier.ip = access_visits.ip
      and earlier.document_id = access_visits.document_id and earlier.day < access_visits.day and earlier.downloads > 0
      ${ofPeople}),
    case when ${column} <= ${erasedThrough} then ${column} else ${sql.lit(NEVER)} end)`
  await sql`update access_visits set
      previous_day = ${before(sql``, sql`previous_day`)},
      previous_people_day = ${before(sql`and earlier.people_downloads > 0`, sql`previous_people_day`)}
    from fold_keys where fold_keys.ip = access_visits.ip
      and fold_keys.document_id = access_visits.document_id and access_visits.day >= fold_keys.from_day`.execute(
    db,
  )
}

async function changeReturns(db: Queryable): Promise<void> {
  await sql`insert into access_returns (document_id, day, previous_day, visitors, people)
    select document_id, day, previous_day, sum(visitors), sum(people) from fold_returns where true
    group by document_id, day, previous_day having sum(visitors) <> 0 or sum(people) <> 0
    on conflict (document_id, day, previous_day) do update set
      visitors = access_returns.visitors + excluded.visitors,
      people = access_returns.people + excluded.people`.execute(db)
  await sql`delete from access_returns where visitors = 0 and people = 0
    and (document_id, day, previous_day) in (select document_id, day, previous_day from fold_returns)`.execute(
    db,
  )
}

/**
 * Keeps what the records can no longer provide: the visitors of days whose IPs have been erased, and which later visits
 * followed such a day. Those visits stay as links without downloads until they are folded.
 */
export async function emptySummaries(db: Queryable, erasedThrough: number): Promise<void> {
  await emptyTable(db, 'access_totals')
  if (erasedThrough === NEVER) {
    await emptyTable(db, 'access_returns')
    await emptyTable(db, 'access_visits')
    return
  }
  await db.deleteFrom('access_returns').where('day', '>', erasedThrough).execute()
  const link = sql<boolean>`(previous_day between ${sql.lit(NEVER + 1)} and ${erasedThrough}
    or previous_people_day between ${sql.lit(NEVER + 1)} and ${erasedThrough})`
  await sql`delete from access_visits where not ${link}`.execute(db)
  await db.updateTable('access_visits').set({ downloads: 0, people_downloads: 0 }).execute()
}
