import { sql } from 'kysely'
import { readSnapshot } from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { findEntryTotals, nameColumns } from './download-queries.ts'
import { findPending, findPeriod, type Pending, pendingCounts } from './pending-queries.ts'
import { type Day, dayOfNumber, momentsOf } from './site-days.ts'
import {
  type AccessFilter,
  type AccessPeriod,
  type AccessTotals,
  type DayFigures,
  type DocumentFigures,
  type EntryFigures,
  type Figures,
  uniqueVisitorsOf,
} from './statistics-rules.ts'
import { type Asked, findSummaryState, summaryCounts } from './summary-queries.ts'

export const FIGURES_TIMEOUT_MS = 60_000

const SUMMARIES = ['access_summary', 'access_totals', 'access_visits', 'access_returns']

/**
 * The figures of one state of the records: what the summaries say, and what they lack.
 * @returns undefined where the summaries are those of another time zone's days, until they are rebuilt
 */
export function readFigures<T>(
  db: Database,
  timeZone: string,
  ask: (figures: AccessFigures) => Promise<T>,
): Promise<T | undefined> {
  return readSnapshot(db, SUMMARIES, async (snapshot) => {
    const state = await findSummaryState(snapshot)
    if ((state.timeZone ?? state.building ?? timeZone) !== timeZone) return undefined
    const pending = await findPending(snapshot, state, timeZone)
    const period = await findPeriod(snapshot, state, pending)
    return ask(createFigures(snapshot, { pending, period, timeZone }))
  })
}

interface Sources {
  pending: Pending | undefined
  period: AccessPeriod
  timeZone: string
}

/** Figures of one state of the records: they agree with each other. */
export type AccessFigures = ReturnType<typeof createFigures>

function createFigures(db: Queryable, { pending, period, timeZone }: Sources) {
  const count = (asked: Asked) => db.selectFrom(countsOf(asked, pending)).selectAll('counts')

  function figuresOf({ downloads, downloadsWithoutIp, visitors }: Counts, to?: Day): Figures {
    const counted = { downloads, downloadsWithoutIp }
    return { ...counted, uniqueVisitors: uniqueVisitorsOf({ ...counted, visitors }, period, to) }
  }

  return {
    readPeriod: async (): Promise<AccessPeriod> => period,

    async readTotals(filter: AccessFilter): Promise<AccessTotals> {
      const totals = await count({ filter, by: 'all' }).executeTakeFirstOrThrow()
      return { robotDownloads: totals.robotDownloads, ...figuresOf(totals, filter.to) }
    },

    /** In order, and only days with downloads: the others are zero. */
    async listDays(filter: AccessFilter): Promise<DayFigures[]> {
      const days = count({ filter, by: 'day' }).where('downloads', '>', 0).orderBy('key')
      return (await days.execute()).map((row) => {
        const day = dayOfNumber(row.key)
        return { day, ...figuresOf(row, day) }
      })
    },

    /** @param since in milliseconds; none: ever, which for a document is since it was published */
    async readEntry(entryId: number, since = 0): Promise<EntryFigures> {
      const { visitors, ...totals } = await findEntryTotals(db, { entryIds: [entryId], since })
      const downloadsWithoutIp = totals.downloadsWithoutIp + totals.downloadsErased
      const counted = { ...totals, downloadsWithoutIp, visitors }
      return { ...totals, uniqueVisitors: uniqueVisitorsOf(counted, period, undefined) }
    },

    /** Most downloads first, and only documents with downloads. */
    async listDocuments(filter: AccessFilter, limit?: number): Promise<DocumentFigures[]> {
      const { start, end } = momentsOf(filter, timeZone)
      const people = filter.robots === 'exclude' ? sql`and a.is_robot = 0` : sql``
      const rows = await count({ filter, by: 'document_id' })
        .innerJoin('documents', 'documents.id', 'counts.key')
        .innerJoin('entries', 'entries.id', 'documents.entry_id')
        .select(nameColumns)
        .select([
          sql<number | null>`coalesce(documents.deleted_at, entries.deleted_at)`.as('deletedAt'),
          sql<number | null>`(select a.accessed_at from document_accesses a
            where a.document_id = documents.id and a.accessed_at >= ${start} and a.accessed_at < ${end} ${people}
            order by a.accessed_at desc limit 1)`.as('lastAccessedAt'),
        ])
        .where('downloads', '>', 0)
        .orderBy('downloads', 'desc')
        .orderBy('key')
        .$if(limit !== undefined, (query) => query.limit(limit as number))
        .execute()
      return rows.map(({ key, robotDownloads, visitors, deletedAt, lastAccessedAt, ...name }) => ({
        ...name,
        ...figuresOf({ ...name, visitors }, filter.to),
        isDeleted: deletedAt !== null,
        // Null only where the download was taken back a moment ago.
        lastAccessedAt: lastAccessedAt ?? start,
      }))
    },
  }
}

interface Counts extends Omit<Figures, 'uniqueVisitors'> {
  visitors: number
}

/** What the summaries know and what they lack, added up; one row for all. */
function countsOf(asked: Asked, pending: Pending | undefined) {
  const more = pending ? sql`union all ${pendingCounts(pending, asked)}` : sql``
  const total = (column: string) => sql`cast(coalesce(sum(${sql.ref(column)}), 0) as integer)`
  return sql<Counts & { key: number; robotDownloads: number }>`(
    select key, ${total('downloads')} as downloads, ${total('without_ip')} as "downloadsWithoutIp",
      ${total('robot_downloads')} as "robotDownloads", ${total('visitors')} as visitors
    from (${summaryCounts(asked)} ${more}) as parts group by key)`.as('counts')
}
