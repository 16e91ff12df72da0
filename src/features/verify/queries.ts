import type { Queryable } from '../../platform/database/schema.ts'

/** A document that everyone may see, and that is or was this file. */
export interface HashMatch {
  /** Milliseconds: when another file took its place; null: it is the present one. */
  replaced_at: number | null
  document_id: number
  attachment_number: number
  title: string
  page_count: number
  byte_size: number
  entry_id: number
  entry_number: number | null
  entry_title: string
  filed_on: string
}

/** Present files first. A draft's, a deleted document's and those of withdrawn entries are unknown (PROMISES 17). */
export async function findByHash(db: Queryable, sha256: string): Promise<HashMatch[]> {
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
    .where('entries.deleted_at', 'is', null)
    .where('entries.status', '=', 'published')
}
