import { sql } from 'kysely'
import { createRevisionCache } from '../../platform/database/revision.ts'
import type { Database, Entry, EventKind, Queryable } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { findOwnerIds, rankOwners } from '../../platform/search/search-queries.ts'
import type { Term } from '../../platform/search/search-query.ts'
import { BY_TIME } from '../calendar/queries.ts'
import { isPublic, NEWEST_FIRST } from '../docket/entries/queries.ts'
import type { DocketOrder } from '../docket/entries/views.ts'
import { type DocketFilter, type ParsedQuery, parseQuery } from './query-rules.ts'

type ListedEntry = Pick<Entry, 'id' | 'number' | 'filed_on' | 'type' | 'filed_by'>

interface SearchQuery extends DocketFilter {
  order: DocketOrder
  limit: number
  offset: number
  /** YYYY-MM-DD, to separate upcoming hearings from past ones; if undefined, all count as upcoming. */
  today?: string | undefined
}

/** One page of the matching entries and the total count, in the order of `listPublic` or best match first. */
export async function listMatches(
  db: Queryable,
  { order, limit, offset, ...query }: SearchQuery,
  listed?: Listed,
) {
  const { ids, answers } = await findMatches(db, query, listed)
  if (order === 'oldest') ids.reverse()
  const ordered = answers && order === 'relevance' ? await bestFirst(db, ids, answers) : ids
  return { entries: await listByIds(db, ordered.slice(offset, offset + limit)), total: ids.length }
}

/** With more matches only the entries' own texts are ranked, because the pages say little and take long. */
const MAX_RANKED_BY_PAGE = 1000

/**
 * First the entries asked for by number or date; then those with a text that has all that was typed as a phrase, then with a
 * text that has all of the words, in the database's order; then the others, the newest first.
 */
async function bestFirst(
  db: Queryable,
  ids: readonly number[],
  { query: { terms, phrase }, first }: { query: ParsedQuery; first: readonly number[] },
) {
  if (ids.length < 2) return [...ids]
  const ownOf = ids.length > MAX_RANKED_BY_PAGE ? ids : undefined
  const ranked = await Promise.all([
    phrase ? rankOwners(db, [phrase], ownOf) : [],
    terms.length > 0 ? rankOwners(db, terms, ownOf) : [],
  ])
  const matches = new Set(ids)
  return [...new Set([...first, ...ranked.flat(), ...ids])].filter((id) => matches.has(id))
}

type Listed = () => Promise<ListedEntry[]>

export type Search = ReturnType<typeof createSearch>

/** @param searchDb on SQLite a separate connection, so that slow searches keep no other visitors waiting */
export function createSearch({ db, revision }: Platform, searchDb: Database) {
  const cache = createRevisionCache<ListedEntry[]>(revision, 1)
  return {
    searchDb,
    /** Without words to find, the docket waits for nobody's search. */
    dbFor: ({ q }: DocketFilter) => (q ? searchDb : db),
    listed: () => cache.get('', () => listPublic(db)),
  }
}

/**
 * Entries with all words in one text: their own, or a page of a document. If there is none, entries with every word in some
 * text. Also those asked for by number or date.
 */
export async function findMatches(
  db: Queryable,
  { q, today, ...filter }: DocketFilter & Pick<SearchQuery, 'today'>,
  listed: Listed = () => listPublic(db),
) {
  const entries = await listed()
  const passing = entries.filter((entry) => passes(entry, filter)).map(({ id }) => id)
  if (!q) return { ids: passing, answers: undefined }
  const query = parseQuery(q)
  const first = await findNamed(db, query, { entries, today })
  const matches = await findWords(db, query.terms, new Set(entries.map(({ id }) => id)))
  const ids = passing.filter((id) => matches.has(id) || first.includes(id))
  return { ids, answers: { query, first } }
}

async function findWords(db: Queryable, terms: readonly Term[], listed: ReadonlySet<number>) {
  if (terms.length === 0) return new Set<number>()
  const inOneText = await findOwnerIds(db, terms)
  if (terms.length === 1 || inOneText.values().some((id) => listed.has(id))) return inOneText
  const ofEach = await Promise.all(terms.map((term) => findOwnerIds(db, [term])))
  const [first = new Set<number>(), ...others] = ofEach
  return new Set([...first].filter((id) => others.every((ids) => ids.has(id))))
}

async function findNamed(
  db: Queryable,
  { named, events, day }: ParsedQuery,
  { entries, today }: Pick<SearchQuery, 'today'> & { entries: readonly ListedEntry[] },
) {
  if (events) return listDated(db, events, today)
  if (day) {
    const filed = entries.filter(({ filed_on }) => filed_on === day).map(({ id }) => id)
    const dated = await calendar(db).where('held_on', '=', day).execute()
    return [...filed, ...dated.map(({ entry_id }) => entry_id)]
  }
  return entries
    .filter(({ number }) => number !== null && number === named?.number)
    .map(({ id }) => id)
}

function listPublic(db: Queryable): Promise<ListedEntry[]> {
  return db
    .selectFrom('entries')
    .select(['id', 'number', 'filed_on', 'type', 'filed_by'])
    .where(isPublic)
    .orderBy(NEWEST_FIRST)
    .execute()
}

/** Entry IDs: upcoming dates first, the next one first; then past dates, the latest first. */
async function listDated(db: Queryable, kind: EventKind, today = ''): Promise<number[]> {
  const rows = await calendar(db).where('kind', '=', kind).execute()
  const next = rows.filter(({ held_on }) => held_on >= today)
  const past = rows.filter(({ held_on }) => held_on < today).reverse()
  return [...new Set([...next, ...past].map(({ entry_id }) => entry_id))]
}

const calendar = (db: Queryable) =>
  db.selectFrom('entry_events').select(['entry_id', 'held_on']).orderBy(BY_TIME)

function passes(entry: ListedEntry, { type, filer, from, to }: DocketFilter): boolean {
  if (type && entry.type !== type) return false
  if (filer && entry.filed_by !== filer) return false
  if (from && entry.filed_on < from) return false
  return !to || entry.filed_on <= to
}

/** Reads whole rows only for what is shown: an entry's text can be long. */
async function listByIds(db: Queryable, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return []
  const shown = db.selectFrom('entries').selectAll().where('id', 'in', ids).where(isPublic)
  const byId = new Map((await shown.execute()).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** For the API's list, which is ordered by ID so that new entries never shift it. */
export async function listEntriesBefore(
  db: Queryable,
  {
    before = Infinity,
    limit,
    ...filter
  }: DocketFilter & { before: number | undefined; limit: number },
  listed?: Listed,
) {
  const { ids } = await findMatches(db, filter, listed)
  const earlier = ids.filter((id) => id < before).sort((a, b) => b - a)
  return listByIds(db, earlier.slice(0, limit))
}

export type FilterChoices = Awaited<ReturnType<typeof listChoices>>

const MAX_CHOICES = 200

export async function listChoices(db: Queryable) {
  const choices = async (column: 'type' | 'filed_by') => {
    const rows = await db
      .selectFrom('entries')
      .select([`${column} as value`, sql<number>`count(*)`.as('count')])
      .where(isPublic)
      .where(column, '<>', '')
      .groupBy(column)
      .orderBy('count', 'desc')
      .orderBy(column)
      .limit(MAX_CHOICES)
      .execute()
    return rows
      .map(({ value }) => value)
      .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  }
  return { types: await choices('type'), filers: await choices('filed_by') }
}
