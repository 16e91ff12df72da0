import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Entry, Queryable, Schema } from '../../platform/database/schema.ts'
import { findWithPage } from '../../platform/search/page-queries.ts'
import { entriesWithWords, findWords } from '../../platform/search/whole-index.ts'
import { readDocketNumber, readTerms, type Term } from '../../platform/search/words.ts'
import { isPublic } from '../docket/entries/queries.ts'
import type { DocketOrder } from '../docket/entries/views.ts'

/** Empty is the same as left out. */
export interface DocketFilter {
  /** Words in the entry's text or in its PDFs, or a docket number. */
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

/** Every word is somewhere in the entry or its documents, or the entry has the docket number that was typed. */
function hasWords(db: Queryable, eb: ExpressionBuilder<Schema, 'entries'>, typed: string) {
  const terms = readTerms(typed)
  if (terms.length === 0) return eb.lit(false)
  const everywhere = eb('entries.id', 'in', entriesWithWords(db, terms) as never)
  const named = readDocketNumber(typed)
  return named ? eb.or([eb('entries.number', '=', named.number), everywhere]) : everywhere
}

export interface Asked extends DocketFilter {
  order: DocketOrder
  limit: number
  offset: number
}

/**
 * A page of the entries that match, and how many there are on all pages; by filing date, then docket number, then the
 * order in which entries were added, or the best match first.
 * @param listed listPublic, which stays the same until the docket changes
 */
export async function listMatches(
  db: Queryable,
  { q, order, limit, offset, ...filter }: Asked,
  listed = () => listPublic(db),
): Promise<{ entries: Entry[]; total: number }> {
  const [entries, found] = await Promise.all([listed(), q ? findByWords(db, q) : undefined])
  const isFound = ({ id, number }: ListedEntry) =>
    found === undefined || found.anywhere.has(id) || number === found.number
  const matches = entries.filter((entry) => isFound(entry) && passes(entry, filter))
  if (order === 'oldest') matches.reverse()
  const end = offset + limit
  const ordered =
    found && order === 'relevance' ? await bestFirst(db, matches, { ...found, end }) : matches
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
async function findByWords(db: Queryable, typed: string) {
  const terms = readTerms(typed)
  const number = readDocketNumber(typed)?.number
  const none: ReadonlySet<number> = new Set()
  if (terms.length === 0) return { terms, number, anywhere: none, title: none }
  return { terms, number, ...(await findWords(db, terms, ['anywhere', 'title'])) }
}

function passes(entry: ListedEntry, { type, filer, from, to }: DocketFilter): boolean {
  if (type && entry.type !== type) return false
  if (filer && entry.filed_by !== filer) return false
  if (from && entry.filed_on < from) return false
  return !to || entry.filed_on <= to
}

/** With more matches, whether the words are on one page says little and takes long to find out. */
const MOST_RANKED = 1000

interface Ranked {
  terms: readonly Term[]
  /** The docket number that was typed, if it was one. */
  number?: number | undefined
  /** Entries with all words in their title and type, by ID. */
  title: ReadonlySet<number>
  /** How many have to be in this order. */
  end: number
}

/**
 * First the docket number that was typed, then all words in title and type, then in the entry's own text, then on one page
 * of a document, then scattered. The databases' own measures of relevance would differ.
 */
async function bestFirst(
  db: Queryable,
  matches: readonly ListedEntry[],
  { terms, number, title, end }: Ranked,
): Promise<ListedEntry[]> {
  const [numbered, unnumbered] = partition(matches, (entry) => entry.number === number)
  const [titled, untitled] = partition(unnumbered, ({ id }) => title.has(id))
  const first = [...numbered, ...titled]
  if (first.length >= end || untitled.length === 0) return [...first, ...untitled]

  const { own } = await findWords(db, terms, ['own'])
  const [mentioned, others] = partition(untitled, ({ id }) => own.has(id))
  first.push(...mentioned)
  if (terms.length === 1 || matches.length > MOST_RANKED || first.length >= end) {
    return [...first, ...others]
  }

  const ids = others.map(({ id }) => id)
  const withPage = await findWithPage(db, ids, terms)
  const [onOnePage, scattered] = partition(others, ({ id }) => withPage.has(id))
  return [...first, ...onOnePage, ...scattered]
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** Whole rows only for what is shown: an entry's text can be long. */
async function listByIds(db: Queryable, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return []
  const shown = db.selectFrom('entries').selectAll().where('id', 'in', ids).where(isPublic)
  const byId = new Map((await shown.execute()).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

interface AskedBefore extends DocketFilter {
  /** An ID. */
  before?: number | undefined
  limit: number
}

/** For the API's list, which goes by ID so that new entries never shift it. */
export function listEntriesBefore(
  db: Queryable,
  { before, limit, ...filter }: AskedBefore,
): Promise<Entry[]> {
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
