import { type ExpressionBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { lockRows } from '../../../platform/database/dialect.ts'
import type { Entry, NewEntry, Queryable, Schema } from '../../../platform/database/schema.ts'

/** What every visitor may see: published and not deleted. */
export const isPublic = (eb: ExpressionBuilder<Schema, 'entries'>) =>
  eb.and([eb('entries.status', '=', 'published'), eb('entries.deleted_at', 'is', null)])

/** Among the entries of a day; one without a number comes after the number that it followed. */
const PLACE = sql<number>`coalesce(number, after_number + 0.5)`

/** As a docket is read: by filing date, then place, then the order in which entries were added. */
export const NEWEST_FIRST = sql`filed_on desc, ${PLACE} desc, entries.id desc`
export const OLDEST_FIRST = sql`filed_on, ${PLACE}, entries.id`

const selectEntries = (db: Queryable) => db.selectFrom('entries').selectAll()

const publicEntries = (db: Queryable) => db.selectFrom('entries').where(isPublic)

const byNumber = (db: Queryable, number: number) =>
  selectEntries(db).where('number', '=', number).orderBy('id')

export const listNewestPublished = (db: Queryable, limit: number) =>
  publicEntries(db).selectAll().orderBy(NEWEST_FIRST).limit(limit).execute()

export const findPublishedEntry = (db: Queryable, id: number) =>
  publicEntries(db).selectAll().where('id', '=', id).executeTakeFirst()

export const findPublishedEntryByNumber = (db: Queryable, number: number) =>
  byNumber(db, number).where(isPublic).executeTakeFirst()

/** The public entries before and after it on the docket. */
export async function findNeighbors(db: Queryable, id: number) {
  const near = publicEntries(db).select(['id', 'number', 'title']).limit(1)
  const here = sql`(select filed_on, ${PLACE}, id from entries where id = ${id})`
  const before = near.where(sql<boolean>`(filed_on, ${PLACE}, id) < ${here}`)
  const after = near.where(sql<boolean>`(filed_on, ${PLACE}, id) > ${here}`)
  return {
    earlier: await before.orderBy(NEWEST_FIRST).executeTakeFirst(),
    later: await after.orderBy(OLDEST_FIRST).executeTakeFirst(),
  }
}

export type Neighbors = Awaited<ReturnType<typeof findNeighbors>>

/** When the latest entries were published, newest first, for returning readers. */
export async function listAddedTimes(db: Queryable, limit: number): Promise<number[]> {
  const time = sql<number>`coalesce(published_at, created_at)`.as('time')
  const newest = publicEntries(db).select(time).orderBy('time', 'desc').limit(limit)
  return (await newest.execute()).map((entry) => entry.time)
}

/** @returns when what is public last changed; undefined if nothing is */
export async function findLastUpdate(db: Queryable): Promise<number | undefined> {
  const newest = publicEntries(db).select(sql<number | null>`max(updated_at)`.as('at'))
  return (await newest.executeTakeFirst())?.at ?? undefined
}

export const findEntry = (db: Queryable, id: number) =>
  selectEntries(db).where('id', '=', id).executeTakeFirst()

export const findEntryBySourceKey = (db: Queryable, sourceKey: string) =>
  selectEntries(db).where('source_key', '=', sourceKey).executeTakeFirst()

/** The draft or published entry that has the docket number; the first, if the court used it twice. */
export const findEntryByNumber = (db: Queryable, number: number) =>
  byNumber(db, number).where('deleted_at', 'is', null).executeTakeFirst()

/** An entry without a number comes after its day's numbers so far, unless its place is known. */
export async function insertEntry(db: Queryable, entry: NewEntry): Promise<Entry> {
  const after_number = entry.after_number ?? (await findHighestNumber(db, entry.filed_on))
  const placed = { ...entry, after_number }
  return db.insertInto('entries').values(placed).returningAll().executeTakeFirstOrThrow()
}

/** The entry must be locked; its version goes up by one. */
export async function updateEntry(
  trx: Queryable,
  { id, version }: Entry,
  change: Partial<NewEntry>,
) {
  const changed = { ...change, version: version + 1 }
  await trx.updateTable('entries').set(changed).where('id', '=', id).execute()
}

/** Makes other writers of this entry and its documents wait until the transaction ends, and notes the time. */
export function lockEntry(trx: Transaction<Schema>, entryId: number, now: number) {
  return trx
    .updateTable('entries')
    .set({ updated_at: now })
    .where('id', '=', entryId)
    .returningAll()
    .executeTakeFirst()
}

export async function lockEntryVersion(trx: Queryable, entryId: number): Promise<void> {
  await sql`select id from entries where id = ${entryId} ${lockRows(trx)}`.execute(trx)
}

export const entrySubject = (entryId: number) => `entry ${entryId}`

export const listEntryHistory = (db: Queryable, entryId: number) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', entrySubject(entryId))
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

type Archived =
  | 'entries'
  | 'documents'
  | 'document_versions'
  | 'entry_corrections'
  | 'entry_events'
  | 'entry_relations'

/** Entries, or what belongs to them, drafts and deleted ones included. */
export function listEvery<Table extends Archived>(db: Queryable, table: Table) {
  const rows: Promise<unknown> = db.selectFrom<Archived>(table).selectAll().orderBy('id').execute()
  return rows as Promise<Selectable<Schema[Table]>[]>
}

export const listNewestEntries = (db: Queryable, limit: number) =>
  selectEntries(db).where('deleted_at', 'is', null).orderBy(NEWEST_FIRST).limit(limit).execute()

/** Among the entries of this day; 0 if none has a number. */
export async function findHighestNumber(db: Queryable, day: string): Promise<number> {
  const highest = sql<number | null>`max(number)`.as('highest')
  const entries = db.selectFrom('entries').select(highest).where('deleted_at', 'is', null)
  return (await entries.where('filed_on', '=', day).executeTakeFirst())?.highest ?? 0
}
