import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { lockRows } from '../../../platform/database/dialect.ts'
import type {
  Document,
  Entry,
  EntryChange,
  NewEntry,
  Queryable,
  Schema,
} from '../../../platform/database/schema.ts'
import { type Actor, recordAudit } from '../../accounts/audit-log/queries.ts'

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

/** Of an entry that is locked; its version goes up by one. */
export async function updateEntry(
  trx: Queryable,
  { id, version }: Pick<Entry, 'id' | 'version'>,
  change: EntryChange,
): Promise<void> {
  const changed = { ...change, version: version + 1 }
  await trx.updateTable('entries').set(changed).where('id', '=', id).execute()
}

/**
 * Makes every other writer of this entry and its documents wait until the transaction ends, and notes the time of
 * the change. Not its version: that is for the entry's own fields.
 */
export function lockEntry(
  trx: Transaction<Schema>,
  entryId: number,
  now: number,
): Promise<Entry | undefined> {
  return trx
    .updateTable('entries')
    .set({ updated_at: now })
    .where('id', '=', entryId)
    .returningAll()
    .executeTakeFirst()
}

/** The same, without a change of the entry: nobody else may write to it until the transaction ends. */
export async function holdEntry(trx: Queryable, entryId: number): Promise<void> {
  await sql`select id from entries where id = ${entryId} ${lockRows(trx)}`.execute(trx)
}

/** The audit log's subject of everything that happens to an entry and to its documents. */
export const entrySubject = (entryId: number) => `entry ${entryId}`

interface EntryEvent {
  entryId: number
  /** `entry.changed`, `document.added`, … */
  action: string
  /** In words, for the entry's history. */
  details: string
  /** Milliseconds. */
  at: number
}

/** Within the transaction of the change, so that the log tells of what was committed and of nothing else (PROMISES 7). */
export function recordEntryEvent(
  trx: Queryable,
  by: Actor,
  { entryId, ...event }: EntryEvent,
): Promise<void> {
  return recordAudit(trx, { ...event, ...by, subject: entrySubject(entryId) })
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
