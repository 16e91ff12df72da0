import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { nameColumns } from './download-queries.ts'
import { ALL_DOCUMENTS, LAST_DAY, NEVER } from './fold-queries.ts'
import { dayNumberOf, dayOfNumber, momentsOf } from './site-days.ts'
import {
  type AccessFigures,
  type AccessFilter,
  type AccessPeriod,
  type DocumentFigures,
  uniqueVisitorsOf,
} from './statistics-rules.ts'

export interface SummaryState {
  /** Null while they are not built, or are being built anew. */
  timeZone: string | null
  /** The zone for which they are being built anew. */
  building: string | null
  foldedId: number
  erasedThrough: number | null
}

export async function findSummaryState(db: Queryable): Promise<SummaryState> {
  const row = await db
    .selectFrom('access_summary')
    .select(['time_zone', 'building', 'folded_id', 'erased_through'])
    .executeTakeFirstOrThrow()
  return {
    timeZone: row.time_zone,
    building: row.building,
    foldedId: row.folded_id,
    erasedThrough: row.erased_through,
  }
}

/** Whether a record that is in the summaries has been deleted or changed since. */
export async function isCorrected(db: Queryable, foldedId: number): Promise<boolean> {
  const row = await db
    .selectFrom('access_corrections')
    .select('id')
    .where('access_id', '<=', foldedId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function markBuilt(db: Queryable, timeZone: string): Promise<void> {
  await db.updateTable('access_summary').set({ time_zone: timeZone, building: null }).execute()
}

export async function markFolded(db: Queryable, foldedId: number): Promise<void> {
  await db.updateTable('access_summary').set({ folded_id: foldedId }).execute()
}

/**
 * The figures out of the summaries. Unique visitors of a range are those who, on some day of it, had not been there
 * since before the range began: each is counted on the first day in the range, once.
 */
export function createSummaryStatistics(db: Queryable, timeZone: string): AccessFigures {
  const readPeriod = () => readSummaryPeriod(db)
  return {
    readPeriod,

    async readTotals(filter) {
      const counted = await totals(db, filter)
        .where('document_id', '=', filter.documentId ?? ALL_DOCUMENTS)
        .select(sql<number>`coalesce(sum(robot_downloads), 0)`.as('robotDownloads'))
        .executeTakeFirstOrThrow()
      const { visitors } = await visitorsInRange(db, filter)
        .where('document_id', '=', filter.documentId ?? ALL_DOCUMENTS)
        .executeTakeFirstOrThrow()
      const uniqueVisitors = uniqueVisitorsOf(
        { ...counted, visitors },
        await readPeriod(),
        filter.to,
      )
      return { ...counted, uniqueVisitors }
    },

    async listDays(filter) {
      const period = await readPeriod()
      const rows = await totals(db, filter)
        .where('document_id', '=', filter.documentId ?? ALL_DOCUMENTS)
        .select('day as number')
        .groupBy('day')
        .orderBy('day')
        .execute()
      const visitors = await visitorsByDay(db, filter)
      return rows
        .filter(({ downloads }) => downloads > 0)
        .map(({ number, ...counted }) => {
          const day = dayOfNumber(number)
          const known = { ...counted, visitors: visitors.get(number) ?? 0 }
          return { day, ...counted, uniqueVisitors: uniqueVisitorsOf(known, period, day) }
        })
    },

    async listDocuments(filter, limit) {
      const period = await readPeriod()
      const rows = await listDocumentTotals(db, filter, limit)
      const visitors = await visitorsByDocument(db, filter, limit === undefined ? undefined : rows)
      const names = await listDocumentNames(db, { filter, timeZone, documents: rows })
      return rows.flatMap((counted) => {
        const name = names.get(counted.documentId)
        const known = { ...counted, visitors: visitors.get(counted.documentId) ?? 0 }
        const uniqueVisitors = uniqueVisitorsOf(known, period, filter.to)
        return name ? [{ ...name, ...counted, uniqueVisitors }] : []
      })
    },
  }
}

async function visitorsByDay(db: Queryable, filter: AccessFilter): Promise<Map<number, number>> {
  const { first, last } = daysOf(filter)
  const rows = await db
    .selectFrom('access_returns')
    .where('document_id', '=', filter.documentId ?? ALL_DOCUMENTS)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .select(['day', visitorsOf(filter)])
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, visitors }) => [day, visitors]))
}

async function readSummaryPeriod(db: Queryable): Promise<AccessPeriod> {
  const { first, last, ipsFrom } = await db
    .selectFrom('access_totals')
    .where('document_id', '=', ALL_DOCUMENTS)
    .select([
      sql<number | null>`min(day)`.as('first'),
      sql<number | null>`max(day)`.as('last'),
      sql<number | null>`min(case when downloads > without_ip then day end)`.as('ipsFrom'),
    ])
    .executeTakeFirstOrThrow()
  const { erasedThrough } = await findSummaryState(db)
  const day = (number: number | null) => (number === null ? null : dayOfNumber(number))
  return {
    firstDay: day(first),
    lastDay: day(last),
    ipsRecordedFrom: day(ipsFrom),
    ipsErasedThrough: day(erasedThrough),
  }
}

export function daysOf({ from, to }: AccessFilter) {
  return {
    first: from === undefined ? NEVER + 1 : Math.max(dayNumberOf(from), NEVER + 1),
    last: to === undefined ? LAST_DAY : dayNumberOf(to),
  }
}

function totals(db: Queryable, filter: AccessFilter) {
  const { first, last } = daysOf(filter)
  return db
    .selectFrom('access_totals')
    .where('day', '>=', first)
    .where('day', '<=', last)
    .select(counts(filter))
}

function counts({ robots }: AccessFilter) {
  const robotsOut = robots === 'exclude'
  const downloads = robotsOut ? sql`downloads - robot_downloads` : sql`downloads`
  const withoutIp = robotsOut ? sql`without_ip - robot_without_ip` : sql`without_ip`
  return [
    sql<number>`coalesce(sum(${downloads}), 0)`.as('downloads'),
    sql<number>`coalesce(sum(${withoutIp}), 0)`.as('downloadsWithoutIp'),
  ]
}

const visitorsOf = ({ robots }: AccessFilter) =>
  sql<number>`coalesce(sum(${sql.ref(robots === 'include' ? 'visitors' : 'people')}), 0)`.as(
    'visitors',
  )

function visitorsInRange(db: Queryable, filter: AccessFilter) {
  const { first, last } = daysOf(filter)
  return db
    .selectFrom('access_returns')
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('previous_day', '<', first)
    .select(visitorsOf(filter))
}

/* The figures of each document. From the documents to their days: so a short range of a long history is quickly found. */

interface DocumentTotals {
  documentId: number
  downloads: number
  downloadsWithoutIp: number
}

async function listDocumentTotals(
  db: Queryable,
  filter: AccessFilter,
  limit: number | undefined,
): Promise<DocumentTotals[]> {
  const rows = await totals(db, filter)
    .innerJoin('documents', 'documents.id', 'access_totals.document_id')
    .$if(filter.documentId !== undefined, (query) =>
      query.where('documents.id', '=', filter.documentId as number),
    )
    .select('documents.id as documentId')
    .groupBy('documents.id')
    .orderBy('downloads', 'desc')
    .orderBy('documents.id')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
  return rows.filter(({ downloads }) => downloads > 0)
}

/** @param documents the few that are asked for; without them all, which is quicker than naming thousands */
async function visitorsByDocument(
  db: Queryable,
  filter: AccessFilter,
  documents: readonly DocumentTotals[] | undefined,
): Promise<Map<number, number>> {
  const rows = await visitorsInRange(db, filter)
    .innerJoin('documents', 'documents.id', 'access_returns.document_id')
    .where(among(filter, documents))
    .select('documents.id')
    .groupBy('documents.id')
    .execute()
  return new Map(rows.map(({ id, visitors }) => [id, visitors]))
}

function among(
  { documentId }: AccessFilter,
  documents: readonly Pick<DocumentTotals, 'documentId'>[] | undefined,
) {
  if (documentId !== undefined) return sql<boolean>`documents.id = ${documentId}`
  if (!documents) return sql<boolean>`1 = 1`
  const ids = [0, ...documents.map((document) => document.documentId)]
  return sql<boolean>`documents.id in (${sql.join(ids)})`
}

interface NamesAsked {
  filter: AccessFilter
  timeZone: string
  documents: readonly Pick<DocumentTotals, 'documentId'>[]
}

type DocumentName = Omit<DocumentFigures, 'downloads' | 'downloadsWithoutIp' | 'uniqueVisitors'>

export async function listDocumentNames(
  db: Queryable,
  { filter, timeZone, documents }: NamesAsked,
): Promise<Map<number, DocumentName>> {
  const { start, end } = momentsOf(filter, timeZone)
  const people = filter.robots === 'exclude' ? sql`and a.is_robot = 0` : sql``
  const rows = await db
    .selectFrom('documents')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .where(among(filter, documents.length < FEW ? documents : undefined))
    .select([
      ...nameColumns,
      sql<number | null>`coalesce(documents.deleted_at, entries.deleted_at)`.as('deletedAt'),
      sql<number | null>`(select a.accessed_at from document_accesses a
        where a.document_id = documents.id and a.accessed_at >= ${start} and a.accessed_at < ${end} ${people}
        order by a.accessed_at desc limit 1)`.as('lastAccessedAt'),
    ])
    .execute()
  return new Map(
    rows.map(({ deletedAt, lastAccessedAt, ...name }) => [
      name.documentId,
      // Null only where the download was taken back a moment ago.
      { ...name, isDeleted: deletedAt !== null, lastAccessedAt: lastAccessedAt ?? start },
    ]),
  )
}

const FEW = 100
