import type { Config } from '../../../config.ts'
import { connectReader } from '../../../platform/database/connect.ts'
import { readSnapshot } from '../../../platform/database/dialect.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import type { Thread } from '../../../platform/threads/thread.ts'
import { dayAt } from '../../../shared/time-zone.ts'
import * as queries from './queries.ts'
import { type Day, daysWithin, withMoments } from './site-days.ts'
import { type AccessFilter, type Figures, uniqueVisitorsOf } from './statistics-rules.ts'

export const FIGURES_OPTIONS = { poolSize: 2, statementTimeoutMs: 60_000 }

export type AccessStatistics = ReturnType<typeof createAccessStatistics>

/** Counted off the serving thread; includes every record committed before the request. */
export function createAccessStatistics(
  { databaseUrl, timeZone }: Pick<Config, 'databaseUrl' | 'timeZone'>,
  reading: Thread,
) {
  const reader = connectReader(databaseUrl, reading, FIGURES_OPTIONS)

  return {
    /** For other slow reads of the administration: no visitor's search holds them up. */
    reader,
    read: <T>(read: (figures: AccessFigures) => Promise<T>) => readFigures(reader, timeZone, read),
    readOnThread: <T>(name: string, input: unknown) => reading.call<T>(name, input),
    streamDownloads: (filter: AccessFilter) =>
      queries.streamDownloads(reader, withMoments(filter, timeZone)),
    close: () => reader.destroy(),
  }
}

/** Reading all addresses in order is faster than sorting a tenth of them. */
const LONG = 10

/** Reads figures from one snapshot, so that they agree with each other. */
export function readFigures<T>(
  db: Database,
  timeZone: string,
  read: (figures: AccessFigures) => Promise<T>,
): Promise<T> {
  return readSnapshot(db, async (snapshot) => read(await createFigures(snapshot, timeZone)))
}

export type AccessFigures = Awaited<ReturnType<typeof createFigures>>

async function createFigures(db: Queryable, timeZone: string) {
  const { first, last, firstWithIp } = await queries.findRecordTimes(db)
  const day = (time: number | null) => (time === null ? null : dayAt(time, timeZone))
  /** Of the records; null if there are none. */
  const period = { firstDay: day(first), lastDay: day(last), ipsRecordedFrom: day(firstWithIp) }

  function figuresOf<Row extends Figures>(row: Row, to?: string): Row {
    return { ...row, uniqueVisitors: uniqueVisitorsOf(row, period.ipsRecordedFrom, to) }
  }

  return {
    period,

    async readTotals(filter: AccessFilter) {
      const isLong = daysWithin(filter, period).length * LONG >= daysWithin({}, period).length
      const totals = await queries.countAll(db, withMoments(filter, timeZone), isLong)
      return figuresOf(totals, filter.to)
    },

    /** Every day of the range, in order. */
    async listDays(filter: AccessFilter & { from: Day; to: Day }) {
      const spans = daysWithin(filter, period).map((day) => ({
        day,
        ...withMoments({ from: day, to: day }, timeZone),
      }))
      const counted = await queries.countByDay(db, spans, filter)
      const byDay = new Map(counted.map((figures) => [figures.day, figures]))
      const none = { downloads: 0, downloadsWithoutIp: 0, uniqueVisitors: 0 }
      const days = daysWithin({}, { firstDay: filter.from, lastDay: filter.to })
      return days.map((day) => figuresOf(byDay.get(day) ?? { day, ...none }, day))
    },

    readEntries: async (query: queries.EntriesQuery) =>
      figuresOf(await queries.countOfEntries(db, query)),

    async listDocuments(filter: AccessFilter, limit?: number) {
      const documents = await queries.countByDocument(db, withMoments(filter, timeZone))
      return documents.slice(0, limit).map(({ deletedAt, ...row }) => ({
        ...figuresOf(row, filter.to),
        isDeleted: deletedAt !== null,
      }))
    },

    listDownloads: (filter: AccessFilter, part: queries.DownloadsPart) =>
      queries.listDownloads(db, withMoments(filter, timeZone), part),
  }
}
