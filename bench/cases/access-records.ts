import { sql } from 'kysely'
import { dialectOf } from '../../src/platform/database/dialect.ts'
import type { Database } from '../../src/platform/database/schema.ts'

/** The promised figures are for this many; use fewer to try out the bench itself. */
export interface Traffic {
  records: number
  days: number
  /** The end of the last day, in milliseconds. */
  until: number
  documents: number
}

const DAY = 86_400_000
/** One record in ten is from a new visitor. */
const RECORDS_PER_VISITOR = 10
/** Any odd number: spreads the visitors over the addresses, without duplicates. */
const SCATTER = 2_654_435_761

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
]
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** Three numbers from 0 to 1 for each i, evenly distributed and independent (Weyl sequences): the same in every run. */
const draws = sql.join(
  [2_654_435_761, 1_779_033_703, 3_144_134_277].map(
    (step, index) =>
      sql`((i * ${sql.lit(step)}) % 4294967296) / 4294967296.0 as ${sql.ref('abc'.charAt(index))}`,
  ),
)

/**
 * Records like real traffic, made by the database itself: a few documents and visitors account for much of it (a document's
 * share falls with its rank), most visitors come back within days or never, workdays are busier, one visitor in fifty is
 * a robot, one record in fifty has no IP.
 */
export async function generateRecords(db: Database, traffic: Traffic): Promise<void> {
  const { records, days, until, documents } = traffic
  const isPostgres = dialectOf(db) === 'postgres'
  const numbers = isPostgres
    ? sql`(select i, ${draws} from generate_series(1::bigint, ${sql.lit(records)}) i)`
    : sql`(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(records)})
        select i, ${draws} from n)`
  const integer = (value: unknown) =>
    isPostgres ? sql`floor(${value})::bigint` : sql`cast(${value} as integer)`
  const newest = sql`(i / ${sql.lit(RECORDS_PER_VISITOR)})`
  const regular = integer(sql`${newest} * b * b * b`)
  const recent = integer(sql`${newest} * 0.98 + ${newest} * 0.02 * b`)
  const visitor = sql`case when i % ${sql.lit(RECORDS_PER_VISITOR)} = 0 then ${newest}
    when c < 0.4 then ${regular} else ${recent} end + 1`
  const position = sql`1.0 * i / ${sql.lit(records)}`
  const time = integer(
    sql`${sql.lit(until - days * DAY)} + ${sql.lit(days * DAY - 1)} * (${position}
      + 0.5 * sin(${position} * 6.283185307 * ${sql.lit(days / 7)}) / (6.283185307 * ${sql.lit(days / 7)}))`,
  )
  const agents = AGENTS.map((agent, index) => sql`when ${sql.lit(index)} then ${sql.lit(agent)}`)
  await sql`
    insert into document_accesses (document_id, accessed_at, client_ip, user_agent, is_robot, source)
    select ${integer(sql`power(${sql.lit(documents)}, a)`)}, accessed_at,
      case when i % 50 = 7 then null else ${addressOf()} end,
      case when v % 50 = 0 then ${sql.lit(ROBOT)} else case v % ${sql.lit(AGENTS.length)} ${sql.join(agents, sql` `)} end end,
      case when v % 50 = 0 then 1 else 0 end, 'service'
    from (select i, a, ${time} as accessed_at, ${visitor} as v from ${numbers} as numbers) as drawn`.execute(
    db,
  )
}

/** Four visitors in five have an IPv4 address. */
function addressOf() {
  const number = sql`((v * ${sql.lit(SCATTER)}) % 4294967296)`
  const byte = (shift: number) => sql`((${number} / ${sql.lit(shift)}) % 256)`
  return sql`case when v % 5 = 0 then '2001:db8:' || (v / 65536) || ':' || (v % 65536) || '::1'
    else ${byte(16_777_216)} || '.' || ${byte(65_536)} || '.' || ${byte(256)} || '.' || ${byte(1)} end`
}
