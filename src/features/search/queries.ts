import { sql } from 'kysely'
import { createRevisionCache } from '../../platform/database/revision.ts'
import type { Database, Entry, EventKind, Queryable } from '../../platform/database/schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { findWords } from '../../platform/search/whole-index.ts'
import { BY_TIME } from '../calendar/queries.ts'
import { isPublic, NEWEST_FIRST } from '../docket/entries/queries.ts'
import type { DocketOrder } from '../docket/entries/views.ts'
import { bestFirst } from './best-first.ts'
import type { DocketFilter } from './docket-filter.ts'
import { readQuestion } from './question-rules.ts'

type ListedEntry = Pick<Entry, 'id' | 'number' | 'filed_on' | 'type' | 'filed_by'>

export interface Asked extends DocketFilter {
  order: DocketOrder
  limit: number
  offset: number
  /** YYYY-MM-DD, to separate upcoming hearings from past ones; if undefined, all count as upcoming. */
  today?: string | undefined
}

/** One page of the matching entries and the total count, in the order of `listPublic` or best match first. */
export async function listMatches(
  db: Queryable,
  { order, limit, offset, ...asked }: Asked,
  listed?: Listed,
): Promise<{ entries: Entry[]; total: number }> {
  const { ids, found } = await findMatches(db, asked, listed)
  if (order === 'oldest') ids.reverse()
  const end = offset + limit
  const ordered = found && order === 'relevance' ? await bestFirst(db, ids, { ...found, end }) : ids
  return { entries: await listByIds(db, ordered.slice(offset, end)), total: ids.length }
}

type Listed = () => Promise<ListedEntry[]>

export type Search = ReturnType<typeof createSearch>

/**
 * What all searches share; the list is cached until the docket changes.
 * @param searchDb on SQLite a separate connection, so that slow searches keep no other visitors waiting
 */
export function createSearch(
  { db, revision }: Pick<Platform, 'db' | 'revision'>,
  searchDb: Database = db,
) {
  const cache = createRevisionCache<ListedEntry[]>(revision, 1)
  return { searchDb, listed: () => cache.get('', () => listPublic(searchDb)) }
}

/** Entries with every word somewhere in the entry or its documents, or asked for by number or hearing. */
export async function findMatches(
  db: Queryable,
  { q, today, ...filter }: DocketFilter & Pick<Asked, 'today'>,
  listed: Listed = () => listPublic(db),
) {
  const [entries, answers] = await Promise.all([
    listed(),
    q ? findAnswers(db, q, today) : undefined,
  ])
  const passing = entries.filter((entry) => passes(entry, filter))
  if (!answers) return { ids: passing.map(({ id }) => id), found: undefined }
  const { terms, number, dated, anywhere } = answers
  const numbered = entries.filter((entry) => entry.number !== null && entry.number === number)
  const first = [...numbered.map(({ id }) => id), ...dated]
  const ids = passing.map(({ id }) => id).filter((id) => anywhere.has(id) || first.includes(id))
  return { ids, found: { terms, first } }
}

function listPublic(db: Queryable): Promise<ListedEntry[]> {
  return db
    .selectFrom('entries')
    .select(['id', 'number', 'filed_on', 'type', 'filed_by'])
    .where(isPublic)
    .orderBy(NEWEST_FIRST)
    .execute()
}

async function findAnswers(db: Queryable, typed: string, today: string | undefined) {
  const { terms, named, events } = readQuestion(typed)
  const [anywhere, dated] = await Promise.all([
    terms.length > 0 ? findWords(db, terms, 'anywhere') : new Set<number>(),
    events ? listDated(db, events, today) : [],
  ])
  return { terms, number: named?.number, dated, anywhere }
}

/** Entry IDs: upcoming dates first, the next one first; then past dates, the latest first. */
async function listDated(db: Queryable, kind: EventKind, today = ''): Promise<number[]> {
  const rows = await db
    .selectFrom('entry_events')
    .select(['entry_id', 'held_on'])
    .where('kind', '=', kind)
    .where('cancelled_at', 'is', null)
    .orderBy(BY_TIME)
    .execute()
  const next = rows.filter(({ held_on }) => held_on >= today)
  const past = rows.filter(({ held_on }) => held_on < today).reverse()
  return [...new Set([...next, ...past].map(({ entry_id }) => entry_id))]
}

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

interface AskedBefore extends DocketFilter {
  before?: number | undefined
  limit: number
}

/** For the API's list, which is ordered by ID so that new entries never shift it. */
export async function listEntriesBefore(
  db: Queryable,
  { before = Infinity, limit, ...filter }: AskedBefore,
  listed?: Listed,
): Promise<Entry[]> {
  const { ids } = await findMatches(db, filter, listed)
  const earlier = ids.filter((id) => id < before).sort((a, b) => b - a)
  return listByIds(db, earlier.slice(0, limit))
}

export type FilterChoices = Awaited<ReturnType<typeof listChoices>>

const MOST_CHOICES = 200

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
      .limit(MOST_CHOICES)
      .execute()
    const values = rows.map(({ value }) => value)
    return values.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  }
  return { types: await choices('type'), filers: await choices('filed_by') }
}
