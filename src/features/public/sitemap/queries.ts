import { sql } from 'kysely'
import { countRows } from '../../../platform/database/query-results.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { isPublic } from '../../docket/entries/queries.ts'

export type ListedPage = Awaited<ReturnType<typeof listPages>>[number]

type Kind = 'entries' | 'documents'

/** Public entries and their documents (PROMISES 17). */
function publicPages(db: Queryable) {
  const entries = db.selectFrom('entries').where(isPublic)
  const documents = entries
    .innerJoin('documents', 'documents.entry_id', 'entries.id')
    .where('documents.deleted_at', 'is', null)
  return db.selectFrom(
    entries
      .select(['id', 'updated_at', sql<Kind>`'entries'`.as('kind')])
      .unionAll(
        documents
          .select(['documents.id', 'documents.updated_at'])
          .select(sql<Kind>`'documents'`.as('kind')),
      )
      .as('pages'),
  )
}

export const countPages = (db: Queryable) => countRows(publicPages(db))

/** Entries first, then documents, in order of their IDs. */
export const listPages = (db: Queryable, limit: number) =>
  publicPages(db).selectAll().orderBy('kind', 'desc').orderBy('id').limit(limit).execute()
