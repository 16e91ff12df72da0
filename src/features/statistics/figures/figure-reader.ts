import { readSnapshot } from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { findEntryTotals } from './download-queries.ts'
import {
  findPending,
  findPeriod,
  type Pending,
  selectCounts,
  withNames,
} from './pending-queries.ts'
import { type Day, dayOfNumber } from './site-days.ts'
import {
  type AccessFilter,
  type AccessPeriod,
  type AccessTotals,
  type Counts,
  type DayFigures,
  type DocumentFigures,
  type EntryFigures,
  type Figures,
  uniqueVisitorsOf,
} from './statistics-rules.ts'
import { type Asked, findSummaryState } from './summary-queries.ts'

export const FIGURES_TIMEOUT_MS = 60_000

const SUMMARIES = ['access_summary', 'access_totals', 'access_visits', 'access_returns']

/**
 * Reads figures from one snapshot: the summaries plus the records they lack.
 * @returns undefined if the summaries are for another time zone's days, until they are rebuilt
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

/** Figures from one snapshot, so they agree with each other. */
export type AccessFigures = ReturnType<typeof createFigures>

function createFigures(db: Queryable, { pending, period, timeZone }: Sources) {
  const count = (asked: Asked) => selectCounts(db, asked, pending)

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

    /** In order; only days with downloads, since all others are zero. */
    async listDays(filter: AccessFilter): Promise<DayFigures[]> {
      const days = count({ filter, by: 'day' }).where('downloads', '>', 0).orderBy('key')
      return (await days.execute()).map((row) => {
        const day = dayOfNumber(row.key)
        return { day, ...figuresOf(row, day) }
      })
    },

    /** @param since in milliseconds; 0: all time */
    async readEntry(entryId: number, since = 0): Promise<EntryFigures> {
      const { visitors, ...totals } = await findEntryTotals(db, { entryIds: [entryId], since })
      const downloadsWithoutIp = totals.downloadsWithoutIp + totals.downloadsErased
      const counted = { ...totals, downloadsWithoutIp, visitors }
      return { ...totals, uniqueVisitors: uniqueVisitorsOf(counted, period, undefined) }
    },

    /** Most downloads first, and only documents with downloads. */
    async listDocuments(filter: AccessFilter, limit?: number): Promise<DocumentFigures[]> {
      const asked = { filter, by: 'document_id' } as const
      const rows = await withNames(count(asked), filter, timeZone)
        .where('downloads', '>', 0)
        .orderBy('downloads', 'desc')
        .orderBy('key')
        .$if(limit !== undefined, (query) => query.limit(limit as number))
        .execute()
      return rows.map(({ key, robotDownloads, visitors, deletedAt, ...name }) => ({
        ...name,
        ...figuresOf({ ...name, visitors }, filter.to),
        isDeleted: deletedAt !== null,
      }))
    },
  }
}
