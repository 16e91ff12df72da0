import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/schema.ts'
import { analyzeTable } from '../../platform/database/snapshots.ts'
import { ALL_DOCUMENTS, NEVER } from './fold-rules.ts'

/* The statements of a rebuild (rebuild-statistics.ts). What is prepared lies in temporary tables of the connection. */

const TABLES = [
  'rebuild_visits',
  'rebuild_totals',
  'rebuild_returns',
  'rebuild_links',
  'rebuild_corrections',
] as const

export async function dropRebuildTables(db: Queryable): Promise<void> {
  for (const table of TABLES) await sql`drop table if exists ${sql.table(table)}`.execute(db)
}

/** All that the records say, up to the id; reads one state and locks nothing. */
export async function stageRecords(
  db: Queryable,
  { upTo, erasedThrough }: { upTo: number; erasedThrough: number },
  day: RawBuilder<number>,
): Promise<void> {
  await sql`create temporary table rebuild_corrections as
    select id from access_corrections where access_id <= ${sql.lit(upTo)}`.execute(db)
  await sql`create temporary table rebuild_links as
    select ip, document_id, day, previous_day, previous_people_day from access_visits
    where previous_day between ${sql.lit(NEVER + 1)} and ${sql.lit(erasedThrough)}
      or previous_people_day between ${sql.lit(NEVER + 1)} and ${sql.lit(erasedThrough)}`.execute(
    db,
  )
  await sql`create temporary table rebuild_totals as
    select row_number() over (order by document_id, day) as n, document_id, day, count(*) as downloads,
      sum(is_robot) as robot_downloads, sum(without_ip) as without_ip, sum(without_ip * is_robot) as robot_without_ip
    from (select document_id, ${day} as day, is_robot,
      case when client_ip is null and ip_erased = 0 then 1 else 0 end as without_ip
      from document_accesses where id <= ${sql.lit(upTo)}) as records
    group by document_id, day`.execute(db)
  await sql`create temporary table rebuild_visits as
    select client_ip as ip, document_id, day, count(*) as downloads, sum(1 - is_robot) as people
    from (select client_ip, document_id, ${day} as day, is_robot
      from document_accesses where id <= ${sql.lit(upTo)} and client_ip is not null) as records
    where day > ${sql.lit(erasedThrough)}
    group by client_ip, document_id, day`.execute(db)
}

export async function indexStaged(db: Queryable): Promise<number> {
  await sql`create index rebuild_visits_ip on rebuild_visits (ip)`.execute(db)
  await sql`create index rebuild_totals_n on rebuild_totals (n)`.execute(db)
  await analyzeTable(db, 'rebuild_visits')
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from rebuild_visits`.execute(db)
  return rows[0]?.count ?? 0
}

/** The last address of the next part, undefined where all the rest is one. */
export async function endOfPart(db: Queryable, after: string, rows: number) {
  const { rows: found } = await sql<{ ip: string }>`select ip from rebuild_visits
    where ip > ${after} order by ip limit 1 offset ${sql.lit(rows)}`.execute(db)
  return found[0]?.ip
}

/** Visits of the addresses after one and up to the other, each with the day before. */
export async function writeVisits(
  db: Queryable,
  after: string,
  upTo: string | undefined,
): Promise<void> {
  const part = sql`ip > ${after} ${upTo === undefined ? sql`` : sql`and ip <= ${upTo}`}`
  await sql`insert into access_visits
      (ip, document_id, day, downloads, people_downloads, previous_day, previous_people_day)
    select ip, document_id, day, downloads, people, coalesce(lag(day) over w, ${sql.lit(NEVER)}),
      coalesce(max(case when people > 0 then day end)
        over (w rows between unbounded preceding and 1 preceding), ${sql.lit(NEVER)})
    from (select ip, document_id, day, downloads, people from rebuild_visits where ${part}
      union all select ip, ${sql.lit(ALL_DOCUMENTS)}, day, sum(downloads), sum(people) from rebuild_visits
      where ${part} group by ip, day) as visits
    window w as (partition by ip, document_id order by day)`.execute(db)
}

/** What points to a day whose IPs have been erased is not in the records any more: it is taken over. */
export async function keepLinks(db: Queryable): Promise<void> {
  for (const column of ['previous_day', 'previous_people_day']) {
    await sql`update access_visits set ${sql.ref(column)} = l.${sql.ref(column)} from rebuild_links l
      where l.ip = access_visits.ip and l.document_id = access_visits.document_id
        and l.day = access_visits.day and access_visits.${sql.ref(column)} = ${sql.lit(NEVER)}`.execute(
      db,
    )
  }
}

export async function stageReturns(db: Queryable): Promise<void> {
  await sql`create temporary table rebuild_returns as
    select row_number() over (order by document_id, day, previous_day) as n, document_id, day, previous_day,
      sum(visitors) as visitors, sum(people) as people
    from (select document_id, day, previous_day, 1 as visitors, 0 as people from access_visits
      union all select document_id, day, previous_people_day, 0, 1 from access_visits
      where people_downloads > 0) as visits
    group by document_id, day, previous_day`.execute(db)
  await sql`create index rebuild_returns_n on rebuild_returns (n)`.execute(db)
}

/** @returns whether there may be more */
export async function writeTotals(db: Queryable, after: number, rows: number): Promise<boolean> {
  const columns = sql.raw('downloads, robot_downloads, without_ip, robot_without_ip')
  const { numAffectedRows } = await sql`insert into access_totals (document_id, day, ${columns})
    select document_id, day, ${columns} from rebuild_totals
    where n > ${after} and n <= ${after + rows}`.execute(db)
  return Number(numAffectedRows) > 0
}

export async function writeAllTotals(db: Queryable): Promise<void> {
  await sql`insert into access_totals
      (document_id, day, downloads, robot_downloads, without_ip, robot_without_ip)
    select ${sql.lit(ALL_DOCUMENTS)}, day, sum(downloads), sum(robot_downloads), sum(without_ip),
      sum(robot_without_ip) from rebuild_totals group by day`.execute(db)
}

/** @returns whether there may be more */
export async function writeReturns(db: Queryable, after: number, rows: number): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into access_returns
      (document_id, day, previous_day, visitors, people)
    select document_id, day, previous_day, visitors, people from rebuild_returns
    where n > ${after} and n <= ${after + rows}`.execute(db)
  return Number(numAffectedRows) > 0
}
