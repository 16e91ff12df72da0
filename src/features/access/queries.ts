import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/schema.ts'

/** Downloads from `since` on, in milliseconds. */
export async function countDownloads(db: Queryable, since: number): Promise<number> {
  const row = await db
    .selectFrom('document_accesses')
    .select(sql<number>`count(*)`.as('count'))
    .where('accessed_at', '>=', since)
    .executeTakeFirstOrThrow()
  return row.count
}

export interface RequestedDocument {
  id: number
  title: string
  attachment_number: number
  entry_id: number
  entry_number: number | null
  entry_title: string
  downloads: number
}

/** The documents with the most downloads from `since` on; deleted ones too, for their downloads have happened. */
export function listMostRequested(
  db: Queryable,
  since: number,
  limit: number,
): Promise<RequestedDocument[]> {
  return db
    .selectFrom('document_accesses')
    .innerJoin('documents', 'documents.id', 'document_accesses.document_id')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .select([
      'documents.id',
      'documents.title',
      'documents.attachment_number',
      'entries.id as entry_id',
      'entries.number as entry_number',
      'entries.title as entry_title',
    ])
    .select(sql<number>`count(*)`.as('downloads'))
    .where('accessed_at', '>=', since)
    .groupBy(['documents.id', 'entries.id'])
    .orderBy('downloads', 'desc')
    .orderBy('documents.id')
    .limit(limit)
    .execute()
}
