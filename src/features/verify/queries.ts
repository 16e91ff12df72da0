import type { Queryable } from '../../platform/database/schema.ts'
import { isPublic } from '../docket/entries/queries.ts'

export type HashMatch = Awaited<ReturnType<typeof findByHash>>[number]

/** The public documents that are, or were, this file; current ones first (PROMISES 17). */
export async function findByHash(db: Queryable, sha256: string) {
  const present = await publicDocuments(db)
    .select(['documents.page_count', 'documents.byte_size'])
    .where('documents.sha256', '=', sha256)
    .orderBy('documents.id')
    .execute()
  const replaced = await publicDocuments(db)
    .innerJoin('document_versions', 'document_versions.document_id', 'documents.id')
    .select(['replaced_at', 'document_versions.page_count', 'document_versions.byte_size'])
    .where('document_versions.sha256', '=', sha256)
    .where('documents.sha256', '<>', sha256)
    .orderBy('replaced_at', 'desc')
    .execute()
  return [...present.map((match) => ({ ...match, replaced_at: null })), ...replaced]
}

function publicDocuments(db: Queryable) {
  return db
    .selectFrom('documents')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .select(['documents.id as document_id', 'attachment_number', 'documents.title'])
    .select(['entry_id', 'entries.number as entry_number', 'entries.title as entry_title'])
    .select('filed_on')
    .where('documents.deleted_at', 'is', null)
    .where(isPublic)
}
