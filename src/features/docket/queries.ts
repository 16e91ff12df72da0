import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type {
  Document,
  Entry,
  EntryChange,
  NewEntry,
  Queryable,
  Schema,
} from '../../platform/database/schema.ts'
import { entriesWithTerm, searchTerms } from '../../platform/database/search-index.ts'

export interface DocketFilter {
  /** Words in the entry's text or in its PDFs. */
  q?: string | undefined
  type?: string | undefined
  /** YYYY-MM-DD, included. */
  from?: string | undefined
  to?: string | undefined
}

export type DocketOrder = 'newest' | 'oldest'

type EntryQuery<O> = SelectQueryBuilder<Schema, 'entries', O>

/** Narrows to what every visitor may see: published and not deleted. */
const isPublic = (eb: ExpressionBuilder<Schema, 'entries'>) =>
  eb.and([eb('entries.status', '=', 'published'), eb('entries.deleted_at', 'is', null)])

function filtered<O>(db: Queryable, query: EntryQuery<O>, filter: DocketFilter): EntryQuery<O> {
  let narrowed = query.where(isPublic)
  if (filter.type) narrowed = narrowed.where('entries.type', '=', filter.type)
  if (filter.from) narrowed = narrowed.where('entries.filed_on', '>=', filter.from)
  if (filter.to) narrowed = narrowed.where('entries.filed_on', '<=', filter.to)
  for (const term of searchTerms(filter.q ?? '')) {
    narrowed = narrowed.where('entries.id', 'in', entriesWithTerm(db, term) as never)
  }
  return narrowed
}

/** Newest first: by filing date, then docket number, then the order in which entries were added. */
export function listEntries(
  db: Queryable,
  filter: DocketFilter,
  order: DocketOrder,
  page: { limit: number; offset: number },
): Promise<Entry[]> {
  const direction = order === 'newest' ? 'desc' : 'asc'
  return filtered(db, db.selectFrom('entries').selectAll(), filter)
    .orderBy('filed_on', direction)
    .orderBy(sql`coalesce(number, 0)`, direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countEntries(db: Queryable, filter: DocketFilter): Promise<number> {
  const row = await filtered(
    db,
    db.selectFrom('entries').select(sql<number>`count(*)`.as('count')),
    filter,
  ).executeTakeFirstOrThrow()
  return row.count
}

/** One page of the API's list, which goes by id so that new entries never shift it. */
export function listEntriesBefore(
  db: Queryable,
  beforeId: number | undefined,
  limit: number,
): Promise<Entry[]> {
  let query = db.selectFrom('entries').selectAll().where(isPublic)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** The types in use, for the filter. */
export async function listEntryTypes(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .select('type')
    .distinct()
    .where(isPublic)
    .where('type', '<>', '')
    .orderBy('type')
    .execute()
  return rows.map((row) => row.type)
}

export function findPublishedEntry(db: Queryable, id: number): Promise<Entry | undefined> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', id)
    .where(isPublic)
    .executeTakeFirst()
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
