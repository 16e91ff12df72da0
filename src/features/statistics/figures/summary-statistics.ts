import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { ALL_DOCUMENTS } from './fold-rules.ts'
import { dayOfNumber } from './site-days.ts'
import {
  type AccessFigures,
  type AccessFilter,
  type AccessPeriod,
  uniqueVisitorsOf,
} from './statistics-rules.ts'
import { listDocumentNames, listDocumentTotals, visitorsByDocument } from './summary-documents.ts'
import { daysOf, findSummaryState, totals, visitorsInRange, visitorsOf } from './summary-queries.ts'

/**
 * The figures out of the summaries. Unique visitors of a range are those who, on some day of it, had not been there
 * since before the range began: each is counted on his first day in the range, once.
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
      const visitors = await visitorsByDocument(db, filter, rows, limit !== undefined)
      const names = await listDocumentNames(db, filter, timeZone, rows)
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
