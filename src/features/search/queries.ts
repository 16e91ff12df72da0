import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Entry, Queryable, Schema } from '../../platform/database/schema.ts'
import { entriesWithWords, findWords } from '../../platform/search/whole-index.ts'
import { readDocketNumber, readTerms } from '../../platform/search/words.ts'
import { isPublic } from '../docket/entries/queries.ts'
import type { DocketOrder } from '../docket/entries/views.ts'
import { bestFirst } from './find-matches.ts'
import { type DocketFilter, type ListedEntry, passes } from './rules.ts'

/** What the filters offer. */
export interface FilterChoices {
  types: string[]
  /** The most frequent ones. */
  filers: string[]
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
  const terms = readTerms(typed)
  if (terms.length === 0) return eb.lit(false)
  const everywhere = eb('entries.id', 'in', entriesWithWords(db, terms) as never)
  const named = readDocketNumber(typed)
  return named ? eb.or([eb('entries.number', '=', named.number), everywhere]) : everywhere
}

/** Entries in their order, and how many there are on all pages. */
export interface Matches {
  entries: Entry[]
  total: number
}

interface AskedPage {
  limit: number
  offset: number
}

/**
 * Best matches first, or by filing date, then docket number, then the order in which entries were added: so the order
 * is always the same.
 * @param listed what listPublic gives; it is the same for every search until the docket changes
 */
export async function listMatches(
  db: Queryable,
  filter: DocketFilter,
  order: DocketOrder,
  page: AskedPage,
  listed = () => listPublic(db),
): Promise<Matches> {
  const { ids, total } = filter.q
    ? await findByWords(db, { ...filter, q: filter.q }, order, page, listed)
    : await findInOrder(db, filter, order, page)
  return { entries: await listByIds(db, ids), total }
}

interface FoundIds {
  ids: number[]
  total: number
}

async function findInOrder(
  db: Queryable,
  filter: DocketFilter,
  order: DocketOrder,
  { limit, offset }: AskedPage,
): Promise<FoundIds> {
  const rows = await inOrder(filtered(db, db.selectFrom('entries'), filter), order)
    .select(['entries.id', sql<number>`count(*) over ()`.as('total')])
    .limit(limit)
    .offset(offset)
    .execute()
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

function inOrder<O>(query: EntryQuery<O>, order: DocketOrder): EntryQuery<O> {
  const direction = order === 'oldest' ? 'asc' : 'desc'
  return query
    .orderBy('filed_on', direction)
    .orderBy(sql`coalesce(number, 0)`, direction)
    .orderBy('entries.id', direction)
}

/** Every public entry, in the order of the docket. */
export function listPublic(db: Queryable): Promise<ListedEntry[]> {
  return inOrder(db.selectFrom('entries').where(isPublic), 'newest')
    .select(['id', 'number', 'filed_on', 'type', 'filed_by'])
    .execute()
}

/** The database says which entries have the words; their order is made here, alike for both databases. */
async function findByWords(
  db: Queryable,
  filter: DocketFilter & { q: string },
  order: DocketOrder,
  page: AskedPage,
  listed: () => Promise<ListedEntry[]>,
): Promise<FoundIds> {
  const terms = readTerms(filter.q)
  if (terms.length === 0) return { ids: [], total: 0 }
  const asked: Promise<{ anywhere: ReadonlySet<number>; title?: ReadonlySet<number> }> =
    order === 'relevance'
      ? findWords(db, terms, ['anywhere', 'title'])
      : findWords(db, terms, ['anywhere'])
  const [entries, { anywhere, title }] = await Promise.all([listed(), asked])
  const number = readDocketNumber(filter.q)?.number
  const isMatch = (entry: ListedEntry) => anywhere.has(entry.id) || entry.number === number
  const matches = entries.filter((entry) => isMatch(entry) && passes(entry, filter))
  const end = page.offset + page.limit
  const ordered = title
    ? await bestFirst(db, matches, { terms, number, title, end })
    : order === 'oldest'
      ? matches.toReversed()
      : matches
  return { ids: ordered.slice(page.offset, end).map(({ id }) => id), total: matches.length }
}

/** Whole rows only for what is shown: an entry's text may be long. */
async function listByIds(db: Queryable, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return []
  const shown = db.selectFrom('entries').selectAll().where('id', 'in', ids).where(isPublic)
  const rows = await shown.execute()
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
