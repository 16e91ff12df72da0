import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { momentsOf } from './day-sql.ts'
import { nameColumns } from './name-columns.ts'
import type { AccessFilter, DocumentFigures } from './statistics-rules.ts'
import { totals, visitorsInRange } from './summary-queries.ts'

/* The figures of each document. From the documents to their days: so a short range of a long history is quickly found. */

interface DocumentTotals {
  documentId: number
  downloads: number
  downloadsWithoutIp: number
}

/** Most downloads first. */
export async function listDocumentTotals(
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

/** @param fewOnly asks for these documents alone; else for all, which is quicker than naming thousands */
export async function visitorsByDocument(
  db: Queryable,
  filter: AccessFilter,
  documents: readonly DocumentTotals[],
  fewOnly: boolean,
): Promise<Map<number, number>> {
  const rows = await visitorsInRange(db, filter)
    .innerJoin('documents', 'documents.id', 'access_returns.document_id')
    .where(among(filter, documents, fewOnly))
    .select('documents.id')
    .groupBy('documents.id')
    .execute()
  return new Map(rows.map(({ id, visitors }) => [id, visitors]))
}

function among(
  { documentId }: AccessFilter,
  documents: readonly DocumentTotals[],
  fewOnly: boolean,
) {
  if (documentId !== undefined) return sql<boolean>`documents.id = ${documentId}`
  if (!fewOnly) return sql<boolean>`1 = 1`
  const ids = [0, ...documents.map((document) => document.documentId)]
  return sql<boolean>`documents.id in (${sql.join(ids)})`
}

type DocumentName = Omit<DocumentFigures, 'downloads' | 'downloadsWithoutIp' | 'uniqueVisitors'>

/** What it takes to name them, and the last download of each, which the index of the records knows. */
export async function listDocumentNames(
  db: Queryable,
  filter: AccessFilter,
  timeZone: string,
  documents: readonly DocumentTotals[],
): Promise<Map<number, DocumentName>> {
  const { start, end } = momentsOf(filter, timeZone)
  const people = filter.robots === 'exclude' ? sql`and a.is_robot = 0` : sql``
  const rows = await db
    .selectFrom('documents')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .where(among(filter, documents, documents.length < FEW))
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

/** Up to so many are asked for by name. */
const FEW = 100
