import { readSnapshot } from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { findEntryTotals } from './download-queries.ts'
import {
  findPending,
  findPeriod,
  listPendingTotals,
  listPendingVisitors,
  type Pending,
} from './pending-queries.ts'
import { dayOfNumber } from './site-days.ts'
import {
  type AccessFigures,
  type AccessPeriod,
  type Figures,
  uniqueVisitorsOf,
} from './statistics-rules.ts'
import {
  type Asked,
  findSummaryState,
  listDocumentNames,
  listTotals,
  listVisitors,
  type Totals,
  type Visitors,
} from './summary-queries.ts'

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

function createFigures(db: Queryable, { pending, period, timeZone }: Sources): AccessFigures {
  async function totalsBy(asked: Asked) {
    const known = await listTotals(db, asked)
    const more = pending ? await listPendingTotals(db, pending, asked) : []
    const byKey = Map.groupBy([...known, ...more], ({ key }) => key)
    return [...byKey].map(([key, rows]) => addUp(key, rows))
  }

  /** @returns what the totals are with their visitors */
  async function withVisitors(asked: Asked, documents?: number[]) {
    const known = await listVisitors(db, asked, documents)
    const more = pending ? await listPendingVisitors(db, pending, asked) : []
    const byKey = Map.groupBy([...known, ...more], ({ key }) => key)
    return ({ key, downloads, downloadsWithoutIp }: Totals, to = asked.filter.to): Figures => {
      const visitors = sum(byKey.get(key) ?? [], (row: Visitors) => row.visitors)
      const counted = { downloads, downloadsWithoutIp }
      return { ...counted, uniqueVisitors: uniqueVisitorsOf({ ...counted, visitors }, period, to) }
    }
  }

  return {
    readPeriod: async () => period,

    async readTotals(filter) {
      const asked = { filter, by: 'all' } as const
      const [totals = addUp(0, [])] = await totalsBy(asked)
      const figuresOf = await withVisitors(asked)
      return { robotDownloads: totals.robotDownloads, ...figuresOf(totals) }
    },

    async listDays(filter) {
      const asked = { filter, by: 'day' } as const
      const totals = (await totalsBy(asked)).filter(({ downloads }) => downloads > 0)
      const figuresOf = await withVisitors(asked)
      return totals
        .sort((a, b) => a.key - b.key)
        .map((row) => ({ row, day: dayOfNumber(row.key) }))
        .map(({ row, day }) => ({ day, ...figuresOf(row, day) }))
    },

    async readEntry(entryId, since = 0) {
      const { visitors, ...totals } = await findEntryTotals(db, { entryId, since })
      const downloadsWithoutIp = totals.downloadsWithoutIp + totals.downloadsErased
      const counted = { ...totals, downloadsWithoutIp, visitors }
      return { ...totals, uniqueVisitors: uniqueVisitorsOf(counted, period, undefined) }
    },

    async listDocuments(filter, limit) {
      const asked = { filter, by: 'document_id' } as const
      const totals = (await totalsBy(asked))
        .filter(({ downloads }) => downloads > 0)
        .sort((a, b) => b.downloads - a.downloads || a.key - b.key)
        .slice(0, limit)
      const documents = totals.map(({ key }) => key)
      const figuresOf = await withVisitors(asked, documents)
      const names = await listDocumentNames(db, { filter, timeZone, documents })
      return totals.flatMap((row) => {
        const name = names.get(row.key)
        return name ? [{ ...name, ...figuresOf(row) }] : []
      })
    },
  }
}

const addUp = (key: number, rows: readonly Totals[]): Totals => ({
  key,
  downloads: sum(rows, (row) => row.downloads),
  downloadsWithoutIp: sum(rows, (row) => row.downloadsWithoutIp),
  robotDownloads: sum(rows, (row) => row.robotDownloads),
})

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)
