import { sql } from 'kysely'
import { countRows } from '../../../platform/database/query-results.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { isPublic } from '../../docket/entries/queries.ts'

export interface ListedPage {
  kind: 'entries' | 'documents'
  id: number
  /** Milliseconds. */
  updated_at: number
}

/** Public entries and their documents (PROMISES 17). */
function publicPages(db: Queryable) {
  const entries = db.selectFrom('entries').where(isPublic)
  const documents = entries
    .innerJoin('documents', 'documents.entry_id', 'entries.id')
    .where('documents.deleted_at', 'is', null)
  return db.selectFrom(
    entries
      .select([sql<ListedPage['kind']>`'entries'`.as('kind'), 'id', 'updated_at'])
      .unionAll(
        documents.select([
          sql<ListedPage['kind']>`'documents'`.as('kind'),
          'documents.id',
          'documents.updated_at',
        ]),
      )
      .as('pages'),
  )
}

export const countPages = (db: Queryable) => countRows(publicPages(db))

/** Entries first, then documents, in order of their IDs. */
export const listPages = (db: Queryable, limit: number): Promise<ListedPage[]> =>
  publicPages(db).selectAll().orderBy('kind', 'desc').orderBy('id').limit(limit).execute()
