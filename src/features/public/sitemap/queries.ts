import type { Queryable } from '../../../platform/database/schema.ts'
import { publishedDocuments } from '../../docket/documents/queries.ts'
import { isPublic } from '../../docket/entries/queries.ts'

/** Public entries, then their documents, in order of their IDs (PROMISES 17). */
export async function listPages(db: Queryable) {
  const entries = db.selectFrom('entries').select(['id', 'updated_at']).where(isPublic)
  const documents = publishedDocuments(db).clearSelect()
  const columns = ['documents.id', 'documents.updated_at'] as const
  return [
    ...pagesOf('entries', await entries.orderBy('id').execute()),
    ...pagesOf('documents', await documents.select(columns).orderBy('documents.id').execute()),
  ]
}

const pagesOf = (kind: string, rows: { id: number; updated_at: number }[]) =>
  rows.map(({ id, updated_at }) => ({ path: `/${kind}/${id}`, updated_at }))
