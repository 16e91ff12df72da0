import { type ExpressionBuilder, sql } from 'kysely'
import type {
  Document,
  Entry,
  EntryChange,
  NewEntry,
  Queryable,
  Schema,
} from '../../../platform/database/schema.ts'

/** Narrows to what every visitor may see: published and not deleted. */
export const isPublic = (eb: ExpressionBuilder<Schema, 'entries'>) =>
  eb.and([eb('entries.status', '=', 'published'), eb('entries.deleted_at', 'is', null)])

/** For the feed: by filing date, then docket number, then the order in which entries were added. */
export function listNewestPublished(db: Queryable, limit: number): Promise<Entry[]> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where(isPublic)
    .orderBy('filed_on', 'desc')
    .orderBy(sql`coalesce(number, 0)`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findPublishedEntry(db: Queryable, id: number): Promise<Entry | undefined> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', id)
    .where(isPublic)
    .executeTakeFirst()
}

/** When the entries were published that came last, milliseconds, newest first: for readers who return. */
export async function listAddedTimes(db: Queryable, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('entries')
    .select(sql<number>`coalesce(published_at, created_at)`.as('time'))
    .where(isPublic)
    .orderBy('time', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ time }) => time)
}

/** For /ecf/ short links. */
export function findPublishedEntryByNumber(
  db: Queryable,
  number: number,
): Promise<Entry | undefined> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('number', '=', number)
    .where(isPublic)
    .executeTakeFirst()
}

/** Any entry, draft or deleted: for administrators. */
export function findEntry(db: Queryable, id: number): Promise<Entry | undefined> {
  return db.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findEntryBySourceKey(db: Queryable, sourceKey: string): Promise<Entry | undefined> {
  return db.selectFrom('entries').selectAll().where('source_key', '=', sourceKey).executeTakeFirst()
}

/** The entry that holds a docket number now, draft or published. */
export function findEntryByNumber(db: Queryable, number: number): Promise<Entry | undefined> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function insertEntry(db: Queryable, entry: NewEntry): Promise<Entry> {
  return db.insertInto('entries').values(entry).returningAll().executeTakeFirstOrThrow()
}

/**
 * Changes the entry if nobody else has since `version`.
 * @returns whether it was changed
 */
export async function updateEntry(
  db: Queryable,
  id: number,
  version: number,
  change: EntryChange,
): Promise<boolean> {
  const result = await db
    .updateTable('entries')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Drafts and deleted ones included: for the archive. */
export function listEveryEntry(db: Queryable): Promise<Entry[]> {
  return db.selectFrom('entries').selectAll().orderBy('id').execute()
}

export function listEveryDocument(db: Queryable): Promise<Document[]> {
  return db.selectFrom('documents').selectAll().orderBy('id').execute()
}

export type NewestEntry = Pick<Entry, 'id' | 'number' | 'filed_on' | 'title' | 'status'>

/** Drafts too, deleted ones not: for the dashboard. */
export function listNewestEntries(db: Queryable, limit: number): Promise<NewestEntry[]> {
  return db
    .selectFrom('entries')
    .select(['id', 'number', 'filed_on', 'title', 'status'])
    .where('deleted_at', 'is', null)
    .orderBy('filed_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
