import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Entry, Queryable, Schema } from '../../../platform/database/schema.ts'
import { entriesWithOwnText, entriesWithPage } from '../../../platform/search/page-index.ts'
import { readDocketNumber, readTerms } from '../../../platform/search/terms.ts'
import { isPublic } from '../queries.ts'
import type { DocketOrder } from '../views.ts'
import type { FilterChoices } from './views.ts'

/** What is left out, or empty, narrows nothing. */
export interface DocketFilter {
  /** Words in the entry's text or in its PDFs, or a docket number. */
  q?: string | undefined
  type?: string | undefined
  filer?: string | undefined
  /** YYYY-MM-DD, included. */
  from?: string | undefined
  to?: string | undefined
}

type EntryQuery<O> = SelectQueryBuilder<Schema, 'entries', O>
type Entries = ExpressionBuilder<Schema, 'entries'>

export function filtered<O>(
  db: Queryable,
  query: EntryQuery<O>,
  filter: DocketFilter,
): EntryQuery<O> {
  const { q, type, filer, from, to } = filter
  let narrowed = query.where(isPublic)
  if (type) narrowed = narrowed.where('entries.type', '=', type)
  if (filer) narrowed = narrowed.where('entries.filed_by', '=', filer)
  if (from) narrowed = narrowed.where('entries.filed_on', '>=', from)
  if (to) narrowed = narrowed.where('entries.filed_on', '<=', to)
  return q ? narrowed.where((eb) => hasWords(db, eb, q)) : narrowed
}

/** Every word occurs somewhere in the entry or its documents; or the entry has the docket number that was typed. */
function hasWords(db: Queryable, eb: Entries, typed: string) {
  const among = (ids: RawBuilder<unknown>) => eb('entries.id', 'in', ids as never)
  const terms = readTerms(typed)
  if (terms.length === 0) return eb.lit(false)
  const everywhere = eb.and(
    terms.map((term) =>
      eb.or([among(entriesWithOwnText(db, [term])), among(entriesWithPage(db, [term]))]),
    ),
  )
  const named = readDocketNumber(typed)
  return named ? eb.or([eb('entries.number', '=', named.number), everywhere]) : everywhere
}

/**
 * 0 the docket number that was typed, 1 all words in the entry's own text, 2 all on one page of a document, 3 scattered.
 * Both databases give the same figure, which their own measures of relevance would not.
 */
function rankOf(db: Queryable, typed: string): RawBuilder<number> {
  const terms = readTerms(typed)
  const number = readDocketNumber(typed)?.number ?? -1
  const onOnePage =
    terms.length > 1
      ? sql`when entries.id in ${entriesWithPage(db, terms)} then 2 else 3`
      : sql`else 2`
  return sql`case when entries.number = ${number} then 0
    when entries.id in ${entriesWithOwnText(db, terms)} then 1 ${onOnePage} end`
}

/** Entries in their order, and how many there are on all pages. */
export interface Matches {
  entries: Entry[]
  total: number
}

/**
 * Best matches first, or by filing date, then docket number, then the order in which entries were added: so the order
 * is always the same.
 */
export async function listMatches(
  db: Queryable,
  filter: DocketFilter,
  order: DocketOrder,
  page: { limit: number; offset: number },
): Promise<Matches> {
  const direction = order === 'oldest' ? 'asc' : 'desc'
  const isRanked = order === 'relevance' && readTerms(filter.q ?? '').length > 0
  const rows = await filtered(db, db.selectFrom('entries'), filter)
    .select(['entries.id', sql<number>`count(*) over ()`.as('total')])
    .$if(isRanked, (query) => query.orderBy(rankOf(db, filter.q ?? '')))
    .orderBy('filed_on', direction)
    .orderBy(sql`coalesce(number, 0)`, direction)
    .orderBy('entries.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  return { entries: await listByIds(db, ids), total: rows[0]?.total ?? 0 }
}

/** Whole rows only for what is shown: an entry's text may be long. */
async function listByIds(db: Queryable, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('entries').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One page of the API's list, which goes by id so that new entries never shift it. */
export function listEntriesBefore(
  db: Queryable,
  filter: DocketFilter,
  beforeId: number | undefined,
  limit: number,
): Promise<Entry[]> {
  let query = filtered(db, db.selectFrom('entries'), filter).selectAll()
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

const MOST_FILERS = 200

export async function listChoices(db: Queryable): Promise<FilterChoices> {
  const choices = (column: 'type' | 'filed_by') =>
    db
      .selectFrom('entries')
      .select([`${column} as value`, sql<number>`count(*)`.as('count')])
      .where(isPublic)
      .where(column, '<>', '')
      .groupBy(column)
      .orderBy('count', 'desc')
      .orderBy(column)
      .limit(MOST_FILERS)
      .execute()
  const inOrder = (rows: { value: string }[]) =>
    rows.map(({ value }) => value).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  return { types: inOrder(await choices('type')), filers: inOrder(await choices('filed_by')) }
}
