import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Entry, EventKind, Queryable, Schema } from '../../platform/database/schema.ts'
import { entriesWithWords, findWords } from '../../platform/search/whole-index.ts'
import { isPublic } from '../docket/entries/queries.ts'
import type { DocketOrder } from '../docket/entries/views.ts'
import { bestFirst } from './best-first.ts'
import { readQuestion } from './question-rules.ts'

/** Empty is the same as left out. */
export interface DocketFilter {
  /** Words in the entry's text or in its PDFs, or a docket number: question-rules.ts. */
  q?: string | undefined
  type?: string | undefined
  filer?: string | undefined
  /** YYYY-MM-DD, included. */
  from?: string | undefined
  to?: string | undefined
}

export interface ListedEntry {
  id: number
  number: number | null
  filed_on: string
  type: string
  filed_by: string
}

type EntryQuery<O> = SelectQueryBuilder<Schema, 'entries', O>

export function filtered<O>(
  db: Queryable,
  query: EntryQuery<O>,
  { q, type, filer, from, to }: DocketFilter,
): EntryQuery<O> {
  let narrowed = query.where(isPublic)
  if (type) narrowed = narrowed.where('entries.type', '=', type)
  if (filer) narrowed = narrowed.where('entries.filed_by', '=', filer)
  if (from) narrowed = narrowed.where('entries.filed_on', '>=', from)
  if (to) narrowed = narrowed.where('entries.filed_on', '<=', to)
  return q ? narrowed.where((eb) => hasWords(db, eb, q)) : narrowed
}

/** Every word is somewhere in the entry or its documents, or the entry was asked for by its number or its hearing. */
function hasWords(db: Queryable, eb: ExpressionBuilder<Schema, 'entries'>, typed: string) {
  const { terms, named, events } = readQuestion(typed)
  if (terms.length === 0) return eb.lit(false)
  const found = [eb('entries.id', 'in', entriesWithWords(db, terms) as never)]
  if (named) found.push(eb('entries.number', '=', named.number))
  if (events) found.push(eb('entries.id', 'in', datedEntries(db, events).select('entry_id')))
  return eb.or(found)
}

function datedEntries(db: Queryable, kind: EventKind) {
  return db.selectFrom('entry_events').where('kind', '=', kind).where('cancelled_at', 'is', null)
}

export interface Asked extends DocketFilter {
  order: DocketOrder
  limit: number
  offset: number
  /** YYYY-MM-DD, to tell the hearings that come from those that were; undefined: all are to come. */
  today?: string | undefined
}

/**
 * A page of the entries that match, and how many there are on all pages; by filing date, then docket number, then the
 * order in which entries were added, or the best match first.
 * @param listed listPublic, which stays the same until the docket changes
 */
export async function listMatches(
  db: Queryable,
  { q, order, limit, offset, today, ...filter }: Asked,
  listed = () => listPublic(db),
): Promise<{ entries: Entry[]; total: number }> {
  const [entries, found] = await Promise.all([listed(), q ? findAnswers(db, q, today) : undefined])
  const numbered = entries.filter(({ number }) => number !== null && number === found?.number)
  const first = [...numbered.map(({ id }) => id), ...(found?.dated ?? [])]
  const isFound = ({ id }: ListedEntry) => !found || found.anywhere.has(id) || first.includes(id)
  const matches = entries.filter((entry) => isFound(entry) && passes(entry, filter))
  if (order === 'oldest') matches.reverse()
  const end = offset + limit
  const ordered =
    found && order === 'relevance'
      ? await bestFirst(db, matches, { ...found, first, end })
      : matches
  const ids = ordered.slice(offset, end).map(({ id }) => id)
  return { entries: await listByIds(db, ids), total: matches.length }
}

export function listPublic(db: Queryable): Promise<ListedEntry[]> {
  return db
    .selectFrom('entries')
    .select(['id', 'number', 'filed_on', 'type', 'filed_by'])
    .where(isPublic)
    .orderBy('filed_on', 'desc')
    .orderBy(sql`coalesce(number, 0)`, 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** They are ordered here, the same for both databases. */
async function findAnswers(db: Queryable, typed: string, today: string | undefined) {
  const { terms, named, events } = readQuestion(typed)
  const none: ReadonlySet<number> = new Set()
  const [words, dated] = await Promise.all([
    terms.length > 0
      ? findWords(db, terms, ['anywhere', 'title'])
      : { anywhere: none, title: none },
    events ? listDated(db, events, today) : [],
  ])
  return { terms, number: named?.number, dated, ...words }
}

/** IDs of entries: what comes next first, then what was last. */
async function listDated(db: Queryable, kind: EventKind, today = ''): Promise<number[]> {
  const rows = await datedEntries(db, kind)
    .select(['entry_id', 'held_on'])
    .orderBy('held_on')
    .orderBy(sql`coalesce(held_at, '')`)
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

/** Whole rows only for what is shown: an entry's text can be long. */
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

/** For the API's list, which goes by ID so that new entries never shift it. */
export function listEntriesBefore(db: Queryable, { before, limit, ...filter }: AskedBefore) {
  return filtered(db, db.selectFrom('entries'), filter)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export interface FilterChoices {
  types: string[]
  filers: string[]
}

const MOST_CHOICES = 200

export async function listChoices(db: Queryable): Promise<FilterChoices> {
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
