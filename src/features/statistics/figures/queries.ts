import { type RawBuilder, sql } from 'kysely'
import { indexedBy } from '../../../platform/database/dialect.ts'
import { inBatches } from '../../../platform/database/query-results.ts'
import { forRows } from '../../../platform/database/row-statement.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { type Day, FAR_DAYS } from './site-days.ts'
import type { AccessFilter, AccessTotals, DayFigures, Figures } from './statistics-rules.ts'

/* Every figure is counted when it is read, by one statement, from an index that has all it needs (decision 028). */

type Moments = Record<'starts' | 'ends', number>
export type TimedFilter = Omit<AccessFilter, 'from' | 'to'> & Moments

/** Milliseconds; null if there are no records, or none with an IP. */
export async function findRecordTimes(db: Queryable) {
  const { rows } = await sql<Record<'first' | 'last' | 'firstWithIp', number | null>>`select
    (select min(accessed_at) from document_accesses) as first,
    (select max(accessed_at) from document_accesses) as last,
    (select accessed_at from document_accesses where client_ip is not null
      order by accessed_at limit 1) as "firstWithIp"`.execute(db)
  return rows[0] ?? { first: null, last: null, firstWithIp: null }
}

/** @param isLong then all records are read in the order of their addresses, without sorting: a fifth of the time */
export function countAll(db: Queryable, filter: TimedFilter, isLong: boolean) {
  const byVisitor = isLong && filter.documentId === undefined
  const index = sql.raw(byVisitor ? indexedBy(db, 'document_accesses_visitor') : '')
  return countTotals(db, sql`${index} where ${isChosen(filter)}`, filter.robots)
}

export interface EntriesQuery {
  entryIds: readonly number[]
  /** Milliseconds; `until` is excluded. */
  since: number
  until?: number
}

/** For the entries' documents, including deleted ones. */
export const countOfEntries = (
  db: Queryable,
  { entryIds, since, until = FAR_DAYS }: EntriesQuery,
) =>
  countTotals(
    db,
    sql`where document_id in (select id from documents where entry_id in (${sql.join([0, ...entryIds])}))
      and accessed_at >= ${since} and accessed_at < ${until}`,
  )

/** Robots' downloads are counted in any case, because the page shows both numbers. */
async function countTotals(
  db: Queryable,
  which: RawBuilder<unknown>,
  robots: AccessFilter['robots'] = 'include',
): Promise<AccessTotals> {
  const counted = robots === 'exclude' ? sql`filter (where is_robot = 0)` : sql``
  const { rows } = await sql<AccessTotals>`
    select count(*) ${counted} as downloads, count(*) ${counted} - count(client_ip) ${counted} as "downloadsWithoutIp",
      count(distinct client_ip) ${counted} as "uniqueVisitors", count(*) filter (where is_robot = 1) as "robotDownloads"
    from document_accesses ${which}`.execute(db)
  return rows[0] as AccessTotals
}

type DaySpan = Moments & { day: Day }

/**
 * Each day is counted by itself, because grouping a year's records by day would sort them first, which takes a fifth to a half
 * longer. A day's counts are in one text, because SQLite's subqueries have one column.
 *
 * Groups by address before counting: of a day's thousands, PostgreSQL sorts them for `count(distinct client_ip)`.
 * Without the hint, SQLite would read all of a document's records for each day.
 */
export async function countByDay(
  db: Queryable,
  spans: readonly DaySpan[],
  { documentId, robots }: Omit<AccessFilter, 'from' | 'to'>,
): Promise<DayFigures[]> {
  const query = forRows<DaySpan, { day: Day; counts: string }>(
    { day: 'text', starts: 'bigint', ends: 'bigint' },
    `select v.day, (select coalesce(sum(downloads), 0) || ' ' ||
          coalesce(sum(downloads) filter (where client_ip is not null), 0) || ' ' || count(client_ip)
        from (select client_ip, count(*) as downloads from document_accesses ${indexedBy(db, 'document_accesses_time')}
          where accessed_at >= v.starts and accessed_at < v.ends
          ${documentId === undefined ? '' : `and document_id = ${documentId}`}
          ${robots === 'exclude' ? 'and is_robot = 0' : ''} group by client_ip) as visitors) as counts
      from v order by v.day`,
  )
  const rows = await query(db, spans)
  return rows.map(({ day, counts }) => {
    const [downloads = 0, withIp = 0, uniqueVisitors = 0] = counts.split(' ').map(Number)
    return { day, downloads, downloadsWithoutIp: downloads - withIp, uniqueVisitors }
  })
}

/** Most downloads first; only documents with downloads, deleted ones included. */
export function countByDocument(db: Queryable, filter: TimedFilter) {
  const index = sql.raw(indexedBy(db, 'document_accesses_document'))
  const isCounted = filter.robots === 'exclude' ? sql`and is_robot = 0` : sql``
  const counts = sql<Figures & { document_id: number; lastAccessedAt: number }>`(
    select document_id, count(*) as downloads, count(*) - count(client_ip) as "downloadsWithoutIp",
      count(distinct client_ip) as "uniqueVisitors", max(accessed_at) as "lastAccessedAt"
    from document_accesses ${index} where ${isChosen(filter)} ${isCounted} group by document_id)`
  return db
    .selectFrom(counts.as('counts'))
    .innerJoin('documents', 'documents.id', 'counts.document_id')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .select(nameColumns)
    .select(['downloads', 'downloadsWithoutIp', 'uniqueVisitors', 'lastAccessedAt'])
    .select(sql<number | null>`coalesce(documents.deleted_at, entries.deleted_at)`.as('deletedAt'))
    .orderBy('downloads', 'desc')
    .orderBy('documents.id')
    .execute()
}

const nameColumns = [
  'documents.id as documentId',
  'documents.title as documentTitle',
  'documents.attachment_number as attachmentNumber',
  'entries.id as entryId',
  'entries.number as entryNumber',
  'entries.title as entryTitle',
] as const

function isChosen({ documentId, starts, ends }: Omit<TimedFilter, 'robots'>) {
  const ofDocument = documentId === undefined ? sql`` : sql`and document_id = ${documentId}`
  return sql<boolean>`accessed_at >= ${starts} and accessed_at < ${ends} ${ofDocument}`
}

export type DownloadLine = Awaited<ReturnType<typeof listDownloads>>[number]

export interface DownloadsPart {
  after?: { id: number; accessedAt: number } | undefined
  limit: number
}

export function listDownloads(db: Queryable, filter: TimedFilter, { after, limit }: DownloadsPart) {
  return db
    .selectFrom('document_accesses')
    .innerJoin('documents', 'documents.id', 'document_accesses.document_id')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .select([
      'document_accesses.id',
      'accessed_at as accessedAt',
      ...nameColumns,
      'client_ip as clientIp',
      'user_agent as userAgent',
      'is_robot',
    ])
    .where(isChosen(filter))
    .$if(filter.robots === 'exclude', (query) => query.where('is_robot', '=', 0))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(accessed_at, document_accesses.id) < (${after?.accessedAt}, ${after?.id})`,
      ),
    )
    .orderBy('accessed_at', 'desc')
    .orderBy('document_accesses.id', 'desc')
    .limit(limit)
    .execute()
}

export const streamDownloads = (db: Queryable, filter: TimedFilter) =>
  inBatches<DownloadLine>((after, limit) => listDownloads(db, filter, { after, limit }))

export async function eraseIps(db: Queryable, moments: Moments): Promise<void> {
  await db
    .updateTable('document_accesses')
    .set({ client_ip: null })
    .where('client_ip', 'is not', null)
    .where(isChosen(moments))
    .execute()
}
