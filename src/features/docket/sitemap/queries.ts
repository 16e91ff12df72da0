import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'
import { isPublic } from '../entries/queries.ts'

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

export async function countPages(db: Queryable): Promise<number> {
  const count = sql<number>`count(*)`.as('count')
  return (await publicPages(db).select(count).executeTakeFirstOrThrow()).count
}

/** Entries first, then documents, in order of their IDs. */
export function listPages(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedPage[]> {
  return publicPages(db)
    .selectAll()
    .orderBy('kind', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}
