import { type RawBuilder, sql } from 'kysely'
import { hasRows } from '../../../platform/database/answers.ts'
import { emptyTable } from '../../../platform/database/backup/snapshots.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { nameColumns } from './download-queries.ts'
import { ALL_DOCUMENTS, LAST_DAY, NEVER } from './fold-queries.ts'
import { dayAt, dayNumberOf, dayOfNumber, momentsOf } from './site-days.ts'
import type { AccessFilter, DocumentFigures } from './statistics-rules.ts'

export interface SummaryState {
  /** Null until they are built, and during a rebuild. */
  timeZone: string | null
  /** The zone for which they are being rebuilt. */
  building: string | null
  foldedId: number
  erasedThrough: number | null
}

export function findSummaryState(db: Queryable): Promise<SummaryState> {
  return db
    .selectFrom('access_summary')
    .select(['building', 'time_zone as timeZone'])
    .select(['folded_id as foldedId', 'erased_through as erasedThrough'])
    .executeTakeFirstOrThrow()
}

/** Whether a record that is in the summaries has been deleted or changed since. */
export const isCorrected = (db: Queryable, foldedId: number) =>
  hasRows(db.selectFrom('access_corrections').where('access_id', '<=', foldedId))

export async function markBuilt(db: Queryable, timeZone: string): Promise<void> {
  await db.updateTable('access_summary').set({ time_zone: timeZone, building: null }).execute()
}

export async function markFolded(db: Queryable, foldedId: number): Promise<void> {
  await db.updateTable('access_summary').set({ folded_id: foldedId }).execute()
}

export async function findFirstDay(trx: Queryable, timeZone: string): Promise<number> {
  const { first } = await trx
    .selectFrom('document_accesses')
    .select(sql<number | null>`min(accessed_at)`.as('first'))
    .executeTakeFirstOrThrow()
  return dayNumberOf(dayAt(first ?? Date.now(), timeZone))
}

export async function closeDay(trx: Queryable, day: number): Promise<void> {
  await trx.updateTable('access_summary').set({ erased_through: day }).execute()
}

const RECORDS_AT_A_TIME = 1000

export async function eraseSome(
  trx: Queryable,
  { timeZone, day, foldedId }: { timeZone: string; day: number; foldedId: number },
): Promise<boolean> {
  const date = dayOfNumber(day)
  const { start, end } = momentsOf({ from: date, to: date }, timeZone)
  await sql`create temporary table if not exists erase_records
    (id bigint, ip text, document_id integer)`.execute(trx)
  await emptyTable(trx, 'erase_records')
  await sql`insert into erase_records select id, client_ip, document_id from document_accesses
    where accessed_at >= ${start} and accessed_at < ${end} and client_ip is not null and id <= ${foldedId}
    order by accessed_at limit ${sql.lit(RECORDS_AT_A_TIME)}`.execute(trx)
  for (const document of [sql`document_id`, sql`${sql.lit(ALL_DOCUMENTS)}`]) {
    await sql`delete from access_visits where (ip, document_id, day)
      in (select ip, ${document}, ${sql.lit(day)} from erase_records)`.execute(trx)
  }
  const { numAffectedRows } = await sql`update document_accesses set client_ip = null, ip_erased = 1
    where id in (select id from erase_records)`.execute(trx)
  return Number(numAffectedRows) > 0
}

/** Figures of all that was asked for together, of each day, or of each document. */
export type Division = 'all' | 'day' | 'document_id'

export interface Totals {
  /** The day's number or the document's id; 0 for all. */
  key: number
  downloads: number
  downloadsWithoutIp: number
  robotDownloads: number
}

export interface Visitors {
  key: number
  visitors: number
}

export interface Asked {
  filter: AccessFilter
  by: Division
}

export async function listTotals(db: Queryable, { filter, by }: Asked): Promise<Totals[]> {
  const isPeople = filter.robots === 'exclude'
  const downloads = isPeople ? sql`downloads - robot_downloads` : sql`downloads`
  const withoutIp = isPeople ? sql`without_ip - robot_without_ip` : sql`without_ip`
  const { rows } = await sql<Totals>`
    select ${keyOf(by)} as key, coalesce(sum(${downloads}), 0) as downloads,
      coalesce(sum(${withoutIp}), 0) as "downloadsWithoutIp", coalesce(sum(robot_downloads), 0) as "robotDownloads"
    from ${summaryRows('access_totals', { filter, by })} ${groups(by)}`.execute(db)
  return rows
}

/**
 * Unique visitors of a range are those who, on some day of it, had not been there since before the range began: each is
 * counted on the first day in the range, once.
 * @param documents of the figures of each document, those that matter
 */
export async function listVisitors(
  db: Queryable,
  { filter, by }: Asked,
  documents: readonly number[] = [],
): Promise<Visitors[]> {
  const visitors = sql.ref(filter.robots === 'include' ? 'visitors' : 'people')
  const isNew = by === 'day' ? sql`` : sql`and previous_day < ${daysOf(filter).first}`
  const few = by === 'document_id' ? sql`and ${among(documents)}` : sql``
  const { rows } = await sql<Visitors>`
    select ${keyOf(by)} as key, coalesce(sum(${visitors}), 0) as visitors
    from ${summaryRows('access_returns', { filter, by })} ${isNew} ${few} ${groups(by)}`.execute(db)
  return rows
}

const keyOf = (by: Division) => ({ all: sql`0`, day: sql`day`, document_id: sql`documents.id` })[by]

/** SQLite would sort the rows of a single group. */
const groups = (by: Division) => (by === 'all' ? sql`` : sql`group by 1`)

/** From the documents to their days: so a short range of a long history is quickly found. */
function summaryRows(table: 'access_totals' | 'access_returns', { filter, by }: Asked) {
  const { first, last } = daysOf(filter)
  const rows = sql.table(table)
  const days = sql`day between ${first} and ${last}`
  if (by !== 'document_id') {
    return sql`${rows} where ${days} and document_id = ${filter.documentId ?? ALL_DOCUMENTS}`
  }
  const one = filter.documentId === undefined ? sql`` : sql`and documents.id = ${filter.documentId}`
  return sql`${rows} join documents on documents.id = ${rows}.document_id where ${days} ${one}`
}

export function daysOf({ from, to }: AccessFilter) {
  return {
    first: from === undefined ? NEVER + 1 : Math.max(dayNumberOf(from), NEVER + 1),
    last: to === undefined ? LAST_DAY : dayNumberOf(to),
  }
}

const FEW = 100

/** All documents are quicker read than thousands named. */
function among(documents: readonly number[]): RawBuilder<boolean> {
  return documents.length < FEW ? sql`documents.id in (${sql.join([0, ...documents])})` : sql`true`
}

interface NamesAsked {
  filter: AccessFilter
  timeZone: string
  documents: readonly number[]
}

type DocumentName = Omit<DocumentFigures, 'downloads' | 'downloadsWithoutIp' | 'uniqueVisitors'>

export async function listDocumentNames(
  db: Queryable,
  { filter, timeZone, documents }: NamesAsked,
): Promise<Map<number, DocumentName>> {
  const { start, end } = momentsOf(filter, timeZone)
  const people = filter.robots === 'exclude' ? sql`and a.is_robot = 0` : sql``
  const rows = await db
    .selectFrom('documents')
    .innerJoin('entries', 'entries.id', 'documents.entry_id')
    .where(among(documents))
    .select([
      ...nameColumns,
      sql<number | null>`coalesce(documents.deleted_at, entries.deleted_at)`.as('deletedAt'),
      sql<number | null>`(select a.accessed_at from document_accesses a
        where a.document_id = documents.id and a.accessed_at >= ${start} and a.accessed_at < ${end} ${people}
        order by a.accessed_at desc limit 1)`.as('lastAccessedAt'),
    ])
    .execute()
  return new Map(
    rows.map(({ deletedAt, lastAccessedAt, ...name }) => [
      name.documentId,
      // Null only where the download was taken back a moment ago.
      { ...name, isDeleted: deletedAt !== null, lastAccessedAt: lastAccessedAt ?? start },
    ]),
  )
}
