import type { Queryable } from '../../platform/database/schema.ts'
import type { PublishedDocument } from '../docket/documents/queries.ts'
import { filtered } from '../search/queries.ts'
import type { DocketFilter } from '../search/rules.ts'

interface Wanted extends DocketFilter {
  /** Only these; others of them that are not public are passed over. */
  documents?: readonly number[]
}

/**
 * Public documents of the entries that match, in the order of a folder: by docket number, those without one by date.
 * @param limit one more than may be sent tells that there are too many
 */
export function listPublishedDocuments(
  db: Queryable,
  { documents, ...filter }: Wanted,
  limit: number,
): Promise<PublishedDocument[]> {
  let query = filtered(db, db.selectFrom('entries'), filter)
    .innerJoin('documents', 'documents.entry_id', 'entries.id')
    .where('documents.deleted_at', 'is', null)
  if (documents) query = query.where('documents.id', 'in', documents)
  return query
    .selectAll('documents')
    .select(['entries.number as entry_number', 'entries.filed_on', 'entries.title as entry_title'])
    .orderBy('entries.number')
    .orderBy('entries.filed_on')
    .orderBy('documents.entry_id')
    .orderBy('documents.position')
    .limit(limit)
    .execute()
}
