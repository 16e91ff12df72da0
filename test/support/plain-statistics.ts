import { sql } from 'kysely'
import {
  findEntryTotals,
  nameColumns,
} from '../../src/features/statistics/figures/download-queries.ts'
import type { AccessFigures } from '../../src/features/statistics/figures/figure-reader.ts'
import { dayNumberSql } from '../../src/features/statistics/figures/fold-queries.ts'
import {
  dayAt,
  dayOfNumber,
  momentsOf,
  offsetPeriods,
} from '../../src/features/statistics/figures/site-days.ts'
import {
  type AccessFilter,
  type AccessPeriod,
  uniqueVisitorsOf,
} from '../../src/features/statistics/figures/statistics-rules.ts'
import type { Queryable } from '../../src/platform/database/schema.ts'

/**
 * The figures by plain queries over the records, to check the summaries against. Takes seconds for millions of records,
 * and counts no visitor whose IP has been erased.
 */
export function createPlainStatistics(db: Queryable, timeZone: string): AccessFigures {
  const select = (filter: AccessFilter) => chosen(db, filter, timeZone)
  const readPeriod = () => readPlainPeriod(db, timeZone)

  return {
    readPeriod,

    async readTotals(filter) {
      const counted = await select(filter).select(counts).executeTakeFirstOrThrow()
      const everyone = await select({ ...filter, robots: 'include' })
        .select(sql<number>`coalesce(sum(is_robot), 0)`.as('robotDownloads'))
        .executeTakeFirstOrThrow()
      const uniqueVisitors = uniqueVisitorsOf(counted, await readPeriod(), filter.to)
      return { ...everyone, ...withoutVisitors(counted), uniqueVisitors }
    },

    async listDays(filter) {
      const period = await readPeriod()
      const rows = await select(filter)
        .select(dayNumberSql(await periodsOfRecords(db, timeZone)).as('number'))
        .select(counts)
        .groupBy('number')
        .orderBy('number')
        .execute()
      return rows.map(({ number, ...counted }) => {
        const day = dayOfNumber(number)
        const uniqueVisitors = uniqueVisitorsOf(counted, period, day)
        return { day, ...withoutVisitors(counted), uniqueVisitors }
      })
    },

    async readEntry(entryId, since = 0) {
      const { visitors, ...totals } = await findEntryTotals(db, { entryIds: [entryId], since })
      const uniqueVisitors = uniqueVisitorsOf(
        { ...totals, visitors },
        await readPeriod(),
        undefined,
      )
      return { ...totals, uniqueVisitors }
    },

    async listDocuments(filter, limit) {
      const period = await readPeriod()
      const rows = await select(filter)
        .innerJoin('documents', 'documents.id', 'document_accesses.document_id')
        .innerJoin('entries', 'entries.id', 'documents.entry_id')
        .select(nameColumns)
        .select(sql<number>`coalesce(documents.deleted_at, entries.deleted_at)`.as('deletedAt'))
        .select(counts)
        .select(sql<number>`max(accessed_at)`.as('lastAccessedAt'))
        .groupBy(['documents.id', 'entries.id'])
        .orderBy('downloads', 'desc')
        .orderBy('documents.id')
        .$if(limit !== undefined, (query) => query.limit(limit as number))
        .execute()
      return rows.map(({ deletedAt, ...counted }) => {
        const uniqueVisitors = uniqueVisitorsOf(counted, period, filter.to)
        return { ...withoutVisitors(counted), isDeleted: deletedAt !== null, uniqueVisitors }
      })
    },
  }
}

const counts = [
  sql<number>`count(*)`.as('downloads'),
  sql<number>`coalesce(sum(case when client_ip is null and ip_erased = 0 then 1 else 0 end), 0)`.as(
    'downloadsWithoutIp',
  ),
  sql<number>`count(distinct client_ip)`.as('visitors'),
]

function withoutVisitors<T extends { visitors: number }>({ visitors: _, ...rest }: T) {
  return rest
}

function chosen(db: Queryable, filter: AccessFilter, timeZone: string) {
  const { start, end } = momentsOf(filter, timeZone)
  const { documentId, robots } = filter
  return db
    .selectFrom('document_accesses')
    .where('accessed_at', '>=', start)
    .where('accessed_at', '<', end)
    .$if(documentId !== undefined, (query) =>
      query.where('document_accesses.document_id', '=', documentId as number),
    )
    .$if(robots === 'exclude', (query) => query.where('is_robot', '=', 0))
}

/** Only `access_summary` knows what is erased. */
async function readPlainPeriod(db: Queryable, timeZone: string): Promise<AccessPeriod> {
  const span = await readSpan(db)
  const withIp = await db
    .selectFrom('document_accesses')
    .select('accessed_at')
    .where((where) => where.or([where('client_ip', 'is not', null), where('ip_erased', '=', 1)]))
    .orderBy('accessed_at')
    .limit(1)
    .executeTakeFirst()
  const { erased_through: erased } = await db
    .selectFrom('access_summary')
    .select('erased_through')
    .executeTakeFirstOrThrow()
  return {
    firstDay: span ? dayAt(span.first, timeZone) : null,
    lastDay: span ? dayAt(span.last, timeZone) : null,
    ipsRecordedFrom: withIp ? dayAt(withIp.accessed_at, timeZone) : null,
    ipsErasedThrough: erased === null ? null : dayOfNumber(erased),
  }
}

/** Two statements: each reads one end of an index; a single one would read all of it. */
async function readSpan(db: Queryable): Promise<{ first: number; last: number } | undefined> {
  const { first } = await db
    .selectFrom('document_accesses')
    .select(sql<number | null>`min(accessed_at)`.as('first'))
    .executeTakeFirstOrThrow()
  const { last } = await db
    .selectFrom('document_accesses')
    .select(sql<number | null>`max(accessed_at)`.as('last'))
    .executeTakeFirstOrThrow()
  return first === null || last === null ? undefined : { first, last }
}

async function periodsOfRecords(db: Queryable, timeZone: string) {
  const { first, last } = (await readSpan(db)) ?? { first: 0, last: 0 }
  return offsetPeriods(first, last, timeZone)
}
