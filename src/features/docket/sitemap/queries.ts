import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/schema.ts'

/** What has a page for each of its rows. */
export type Listed = 'entries' | 'documents'

export interface ListedPage {
  id: number
  /** Milliseconds. */
  updated_at: number
}

export interface Extent {
  count: number
  /** The highest id, 0 where there is none. */
  last: number
  /** Milliseconds: the latest change, 0 where there is none. */
  updated: number
}

/** How many pages of a kind everybody may see. */
export function findExtent(db: Queryable, listed: Listed): Promise<Extent> {
  const id = sql.ref(`${listed}.id`)
  return published(db, listed)
    .select([
      sql<number>`count(${id})`.as('count'),
      sql<number>`coalesce(max(${id}), 0)`.as('last'),
      sql<number>`coalesce(max(${sql.ref(`${listed}.updated_at`)}), 0)`.as('updated'),
    ])
    .executeTakeFirstOrThrow()
}

/** The pages with ids above `after` and up to `upTo`, in the order of their ids. */
export function listPages(
  db: Queryable,
  listed: Listed,
  after: number,
  upTo: number,
): Promise<ListedPage[]> {
  return published(db, listed)
    .select([
      sql<number>`${sql.ref(`${listed}.id`)}`.as('id'),
      sql<number>`${sql.ref(`${listed}.updated_at`)}`.as('updated_at'),
    ])
    .where(`${listed}.id`, '>', after)
    .where(`${listed}.id`, '<=', upTo)
    .orderBy(`${listed}.id`)
    .execute()
}

/** Published and not deleted, the document as well as its entry (PROMISES 17). An entry has one row, whatever was asked. */
function published(db: Queryable, listed: Listed) {
  return db
    .selectFrom('entries')
    .leftJoin('documents', (join) =>
      listed === 'documents'
        ? join.onRef('documents.entry_id', '=', 'entries.id').on('documents.deleted_at', 'is', null)
        : join.on(sql<boolean>`1 = 0`),
    )
    .where('entries.status', '=', 'published')
    .where('entries.deleted_at', 'is', null)
}
