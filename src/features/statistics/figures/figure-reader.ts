import { readSnapshot } from '../../../platform/database/backup/snapshots.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import {
  type Change,
  findPending,
  findWholePeriod,
  listChanges,
  type Pending,
} from './pending-queries.ts'
import { type Day, dayNumberOf, dayOfNumber } from './site-days.ts'
import {
  type AccessFigures,
  type AccessPeriod,
  type Figures,
  uniqueVisitorsOf,
} from './statistics-rules.ts'
import { createSummaryStatistics, findSummaryState, listDocumentNames } from './summary-queries.ts'

/** A page that has not come after a minute will not be waited for. */
export const FIGURES_TIMEOUT_MS = 60_000

const SUMMARIES = ['access_summary', 'access_totals', 'access_visits', 'access_returns']

/**
 * The figures of one state of the records: what the summaries say, and what they lack of it.
 * @param db only read from
 * @returns undefined where the summaries are those of another time zone's days, until they are built anew
 */
export function readFigures<T>(
  db: Database,
  timeZone: string,
  ask: (figures: AccessFigures) => Promise<T>,
): Promise<T | undefined> {
  return readSnapshot(db, SUMMARIES, async (snapshot) => {
    const state = await findSummaryState(snapshot)
    if ((state.timeZone ?? state.building ?? timeZone) !== timeZone) return undefined
    const summaries = createSummaryStatistics(snapshot, timeZone)
    const pending = await findPending(snapshot, state, timeZone)
    return ask(pending ? withPending(snapshot, { summaries, pending, timeZone }) : summaries)
  })
}

interface Sources {
  summaries: AccessFigures
  pending: Pending
  timeZone: string
}

function withPending(db: Queryable, { summaries, pending, timeZone }: Sources): AccessFigures {
  async function readPeriod(): Promise<AccessPeriod> {
    const { first, last, ipsFrom } = await findWholePeriod(db, pending)
    const day = (number: number | null) => (number === null ? null : dayOfNumber(number))
    const { ipsErasedThrough } = await summaries.readPeriod()
    return {
      firstDay: day(first),
      lastDay: day(last),
      ipsRecordedFrom: day(ipsFrom),
      ipsErasedThrough,
    }
  }

  return {
    readPeriod,

    async readTotals(filter) {
      const period = await readPeriod()
      const before = await summaries.readTotals(filter)
      const change = (await listChanges(db, pending, { filter, by: 'all' })).get(0)
      const robotDownloads = before.robotDownloads + (change?.robotDownloads ?? 0)
      return { robotDownloads, ...add(before, change, { period, to: filter.to }) }
    },

    async listDays(filter) {
      const period = await readPeriod()
      const changes = await listChanges(db, pending, { filter, by: 'day' })
      const before = new Map((await summaries.listDays(filter)).map((row) => [row.day, row]))
      const days = new Set([...before.keys(), ...[...changes.keys()].map(dayOfNumber)])
      return [...days]
        .sort()
        .map((day) => {
          const change = changes.get(dayNumberOf(day))
          return { day, ...add(before.get(day) ?? NONE, change, { period, to: day }) }
        })
        .filter(({ downloads }) => downloads > 0)
    },

    async listDocuments(filter, limit) {
      const period = await readPeriod()
      const changes = await listChanges(db, pending, { filter, by: 'document_id' })
      const before = new Map(
        (await summaries.listDocuments(filter)).map((row) => [row.documentId, row]),
      )
      const added = [...changes.keys()].filter((id) => !before.has(id))
      const documents = added.map((documentId) => ({ documentId }))
      const names = await listDocumentNames(db, { filter, timeZone, documents })
      return [...before.keys(), ...added]
        .flatMap((id) => {
          const known = before.get(id) ?? names.get(id)
          if (!known) return []
          const figures = add(before.get(id) ?? NONE, changes.get(id), { period, to: filter.to })
          return [{ ...known, ...figures }]
        })
        .filter(({ downloads }) => downloads > 0)
        .sort((a, b) => b.downloads - a.downloads || a.documentId - b.documentId)
        .slice(0, limit)
    },
  }
}

const NONE: Figures = { downloads: 0, downloadsWithoutIp: 0, uniqueVisitors: 0 }

function add(
  before: Figures,
  change: Change | undefined,
  { period, to }: { period: AccessPeriod; to: Day | undefined },
): Figures {
  const counted = {
    downloads: before.downloads + (change?.downloads ?? 0),
    downloadsWithoutIp: before.downloadsWithoutIp + (change?.downloadsWithoutIp ?? 0),
  }
  const visitors = (before.uniqueVisitors ?? 0) + (change?.visitors ?? 0)
  return { ...counted, uniqueVisitors: uniqueVisitorsOf({ ...counted, visitors }, period, to) }
}
