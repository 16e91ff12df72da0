import type { Queryable } from '../../platform/database/schema.ts'
import { listSameContent, publishedDocuments } from '../docket/documents/queries.ts'

export type HashMatch = Awaited<ReturnType<typeof findByHash>>[number]

/** The public documents that are, or were, this file; current ones first (PROMISES 17). */
export async function findByHash(db: Queryable, sha256: string) {
  const present = await listSameContent(db, sha256)
  const replaced = await publishedDocuments(db)
    .innerJoin('document_versions as earlier', 'earlier.document_id', 'documents.id')
    .select(['replaced_at', 'earlier.page_count as pages', 'earlier.byte_size as bytes'])
    .where('earlier.sha256', '=', sha256)
    .where('documents.sha256', '<>', sha256)
    .orderBy('replaced_at', 'desc')
    .execute()
  return [
    ...present.map((match) => ({ ...match, replaced_at: null })),
    ...replaced.map((match) => ({ ...match, page_count: match.pages, byte_size: match.bytes })),
  ]
}
