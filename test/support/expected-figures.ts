import { insertDocument } from '../../src/features/docket/documents/queries.ts'
import { insertEntry } from '../../src/features/docket/entries/queries.ts'
import type { AccessFigures } from '../../src/features/statistics/figures/statistics.ts'
import type {
  AccessFilter,
  AccessTotals,
  DayFigures,
  Figures,
} from '../../src/features/statistics/figures/statistics-rules.ts'
import type { NewDocumentAccess, Queryable } from '../../src/platform/database/schema.ts'
import { documentRow, entryRow } from './rows.ts'

/** A recorded download, as far as the figures go. */
export interface Access {
  document_id: number
  accessed_at: number
  client_ip: string | null
  is_robot: number
}

export interface ExpectedFigures {
  totals: AccessTotals
  days: DayFigures[]
  documents: (Figures & { documentId: number; lastAccessedAt: number; isDeleted: boolean })[]
  /** Of each entry that has downloads, ever, robots included; `addDocuments` gives each document an entry of its own. */
  entries: (AccessTotals & { entryId: number })[]
}

/**
 * The figures that the records should give, counted here by sets and Intl's days: it shares nothing with the service.
 * @param deleted the deleted documents' ids: their downloads still count
 */
export function expectedFigures(
  all: readonly Access[],
  filter: AccessFilter,
  timeZone: string,
  deleted: readonly number[] = [],
): ExpectedFigures {
  // Canadian English writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  const dayOf = ({ accessed_at }: Access) => format.format(accessed_at)
  const ipsFrom = all.filter(hasIp).map(dayOf).toSorted()[0]
  const inRange = all.filter(
    (access) =>
      (filter.from === undefined || dayOf(access) >= filter.from) &&
      (filter.to === undefined || dayOf(access) <= filter.to) &&
      (filter.documentId === undefined || access.document_id === filter.documentId),
  )
  const chosen = inRange.filter(({ is_robot }) => filter.robots === 'include' || is_robot === 0)
  const days = Map.groupBy(chosen, dayOf)
  const documents = Map.groupBy(chosen, ({ document_id }) => document_id)
  return {
    totals: {
      ...figures(chosen, ipsFrom !== undefined && (filter.to ?? ipsFrom) >= ipsFrom),
      robotDownloads: robotsOf(inRange),
    },
    days: [...days]
      .map(([day, some]) => ({ day, ...figures(some) }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    documents: [...documents]
      .map(([documentId, some]) => ({
        documentId,
        ...figures(some),
        lastAccessedAt: Math.max(...some.map(({ accessed_at }) => accessed_at)),
        isDeleted: deleted.includes(documentId),
      }))
      .toSorted((a, b) => b.downloads - a.downloads || a.documentId - b.documentId),
    entries: [...Map.groupBy(all, ({ document_id }) => document_id)]
      .map(([entryId, some]) => ({ entryId, ...figures(some), robotDownloads: robotsOf(some) }))
      .toSorted((a, b) => a.entryId - b.entryId),
  }
}

const robotsOf = (some: readonly Access[]) => some.filter(({ is_robot }) => is_robot === 1).length

const hasIp = ({ client_ip }: Access) => client_ip !== null

/** @param couldHave whether zero visitors means zero, if there are no downloads at all */
function figures(some: readonly Access[], couldHave = false): Figures {
  const withIp = some.filter(hasIp)
  const areCounted = withIp.length > 0 || (couldHave && some.length === 0)
  return {
    downloads: some.length,
    downloadsWithoutIp: some.length - withIp.length,
    uniqueVisitors: areCounted ? new Set(withIp.map(({ client_ip }) => client_ip)).size : null,
  }
}

/** The database's figures, in the same form. */
export async function actualFigures(
  { readTotals, listDays, listDocuments, readEntries }: AccessFigures,
  filter: AccessFilter,
): Promise<ExpectedFigures> {
  const { from = '2025-12-01', to = '2026-12-31' } = filter
  const documents = await listDocuments(filter)
  const entries: ExpectedFigures['entries'] = []
  for (const { entryId } of (await listDocuments({ robots: 'include' })).toSorted(byEntry))
    entries.push({ entryId, ...(await readEntries({ entryIds: [entryId], since: 0 })) })
  return {
    totals: await readTotals(filter),
    days: (await listDays({ ...filter, from, to })).filter(({ downloads }) => downloads > 0),
    documents: documents.map(
      ({ documentTitle, attachmentNumber, entryId, entryNumber, entryTitle, ...figures }) =>
        figures,
    ),
    entries,
  }
}

const byEntry = (a: { entryId: number }, b: { entryId: number }) => a.entryId - b.entryId

/** Documents with the IDs 1 to `count`, each in a separate entry. */
export async function addDocuments(db: Queryable, count: number): Promise<void> {
  for (let id = 1; id <= count; id += 1) {
    await insertEntry(db, entryRow({ id, number: id, title: `Order ${id}` }))
    await addDocument(db, id, id)
  }
}

export async function addDocument(db: Queryable, id: number, entryId: number): Promise<void> {
  await insertDocument(db, documentRow({ id, entry_id: entryId, title: `Exhibit ${id}` }))
}

type Accesses = readonly Partial<NewDocumentAccess>[]

/** Downloads of document 1 by nobody in particular, unless they say otherwise. */
export async function addAccesses(db: Queryable, accesses: Accesses): Promise<void> {
  const visit = { accessed_at: 0, client_ip: null, user_agent: 'Firefox', is_robot: 0 }
  const usual = { ...visit, document_id: 1, source: 'service' } as const
  for (let start = 0; start < accesses.length; start += 500) {
    const rows = accesses.slice(start, start + 500).map((access) => ({ ...usual, ...access }))
    await db.insertInto('document_accesses').values(rows).execute()
  }
}
