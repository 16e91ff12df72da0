import type { Queryable } from '../../platform/database/schema.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { type DocketFilter, filtered } from '../search/queries.ts'

/** The public documents of the entries that match, by docket number, those without one by date. */
export function listPublishedDocuments(
  db: Queryable,
  { documents, ...filter }: DocketFilter & { documents?: readonly number[] },
  limit: number,
): Promise<PublishedDocument[]> {
  return filtered(db, db.selectFrom('entries'), filter)
    .innerJoin('documents', 'documents.entry_id', 'entries.id')
    .where('documents.deleted_at', 'is', null)
    .$if(documents !== undefined, (query) => query.where('documents.id', 'in', documents ?? []))
    .selectAll('documents')
    .select(['entries.number as entry_number', 'entries.filed_on', 'entries.title as entry_title'])
    .orderBy('entries.number')
    .orderBy('entries.filed_on')
    .orderBy('documents.entry_id')
    .orderBy('documents.position')
    .limit(limit)
    .execute()
}
