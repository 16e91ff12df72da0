import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/schema.ts'
import { idsAsTable } from '../../platform/search/page-queries.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { isPublic } from '../docket/entries/queries.ts'

interface Wanted {
  column: 'documents.id' | 'entries.id'
  ids: readonly number[]
}

/** Of these documents or entries the public documents, by docket number, those without one by date. */
export function listPublishedDocuments(
  db: Queryable,
  { column, ids }: Wanted,
  limit: number,
): Promise<PublishedDocument[]> {
  return db
    .selectFrom('documents')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .selectAll('documents')
    .select(['entries.number as entry_number', 'entries.filed_on', 'entries.title as entry_title'])
    .where(column, 'in', sql`${idsAsTable(db, ids)}` as never)
    .where('documents.deleted_at', 'is', null)
    .where(isPublic)
    .orderBy('entries.number')
    .orderBy('entries.filed_on')
    .orderBy('documents.entry_id')
    .orderBy('documents.position')
    .limit(limit)
    .execute()
}
