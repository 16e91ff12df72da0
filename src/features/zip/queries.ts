import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/schema.ts'
import { idsAsTable } from '../../platform/search/search-query.ts'
import { type PublishedDocument, publishedDocuments } from '../docket/documents/queries.ts'

/** The public documents among these documents or entries, by docket number, or by date without one. */
export function listZipDocuments(
  db: Queryable,
  { column, ids }: { column: 'documents.id' | 'entries.id'; ids: readonly number[] },
  limit: number,
): Promise<PublishedDocument[]> {
  return publishedDocuments(db)
    .where(column, 'in', sql`${idsAsTable(db, ids)}` as never)
    .orderBy('entries.number')
    .orderBy('entries.filed_on')
    .orderBy('documents.entry_id')
    .orderBy('documents.position')
    .limit(limit)
    .execute()
}
