import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from '../database/dialect.ts'
import type { Queryable, Schema } from '../database/schema.ts'
import { MARKS, withoutMarks } from './marked-text.ts'
import { OWNER_SHIFT, ownerIdOf } from './search-index.ts'
import { foldText, idsAsTable, type Match, matchQuery, type Term } from './search-query.ts'

const SHIFT = sql.lit(OWNER_SHIFT)
/** Whether it is an owner's own text. */
const isOwnText = (id: RawBuilder<number>) => sql`${id} & ${sql.lit(2 ** OWNER_SHIFT - 1)} = 0`

/** With all of the terms in one text. Read as `1,2,3`: ten thousand in one value take a tenth of the time of as many rows. */
export async function findOwnerIds(db: Queryable, terms: readonly Term[]): Promise<Set<number>> {
  const matching = matchQuery(db, terms)
  const list =
    dialectOf(db) === 'postgres'
      ? sql`select translate(array_agg(owner_id)::text, '{}', '') as ids from (
          select id >> ${SHIFT} as owner_id from search_texts where words @@ ${matching} group by 1) as found`
      : sql`select group_concat(distinct rowid >> ${SHIFT}) as ids
          from search_texts_index where search_texts_index match ${matching}`
  const { rows } = await sql<{ ids: string | null }>`${list}`.execute(db)
  return new Set(JSON.parse(`[${rows[0]?.ids ?? ''}]`))
}

/** In texts: PostgreSQL needs a second for 30,000 pages. */
const MAX_RANKED = 2000

/** The lowest first. A match in a title counts most, then one in a filer's or a document's name. */
const RANK_SQLITE = sql`bm25(search_texts_index, 10, 4, 1)`
/** The weights of D (text), C, B (names), and A (titles); divided by the logarithm of the text's length. */
const rankPostgres = (query: RawBuilder<string>) =>
  sql`-ts_rank_cd('{0.1, 0.1, 0.4, 1}', words, ${query}, 1)`

/** An owner's own text counts as much as three pages. */
const OWN_WEIGHT = sql.lit(3)

/**
 * The best text's owner first. Of more than MAX_RANKED, PostgreSQL leaves out pages, then both databases the oldest.
 * @param ownOf leaves out pages and other owners' texts
 */
export async function rankOwners(db: Queryable, terms: readonly Term[], ownOf?: readonly number[]) {
  const matching = matchQuery(db, terms)
  const id = dialectOf(db) === 'postgres' ? sql<number>`id` : sql<number>`rowid`
  const isRanked = ownOf ? isOwnText(id) : sql`true`
  const weight = sql`case when ${isOwnText(id)} then ${OWN_WEIGHT} else 1 end`
  const ranked =
    dialectOf(db) === 'postgres'
      ? // It finds the ids first: with a limit, PostgreSQL would read the table backward for a rare word.
        sql`with matches as materialized (${
          ownOf
            ? sql`select owner_id << ${SHIFT} as id from ${idsAsTable(db, ownOf.slice(0, MAX_RANKED))} as own`
            : sql`select id from search_texts where words @@ ${matching}`
        }), newest as materialized (
            select id from matches order by ${isOwnText(sql`id`)} desc, id desc limit ${sql.lit(MAX_RANKED)})
          select id, ${rankPostgres(matching)} * ${weight} as rank from newest join search_texts using (id)
          where (words @@ ${matching}) is true`
      : sql`select rowid as id, ${RANK_SQLITE} * ${weight} as rank from search_texts_index
          where search_texts_index match ${matching} and ${isRanked} order by rowid desc limit ${sql.lit(MAX_RANKED)}`
  const { rows } = await sql<{ id: number }>`
    select id from (${ranked}) as ranked order by rank, id desc`.execute(db)
  return [...new Set(rows.map((row) => ownerIdOf(row.id)))]
}

/** On SQLite, of all owners. */
const MAX_PAGES = 4000

/** The ids of at least `limit` pages of each of these owners, if they have so many, the best first. */
export async function rankPages(
  db: Queryable,
  ownerIds: readonly number[],
  { terms, match, limit }: { terms: readonly Term[]; match?: Match; limit: number },
): Promise<Map<number, number[]>> {
  if (ownerIds.length === 0 || terms.length === 0) return new Map()
  const matching = matchQuery(db, terms, match)
  const owners = idsAsTable(db, ownerIds)
  const pages =
    dialectOf(db) === 'postgres'
      ? // `is true` keeps PostgreSQL from finding each owner's pages among all that match.
        sql`select p.id from ${owners} as o cross join lateral (
          select id, ${rankPostgres(matching)} as rank from search_texts
          where id > o.owner_id << ${SHIFT} and id < (o.owner_id + 1) << ${SHIFT}
            and (words @@ ${matching}) is true order by rank, id limit ${sql.lit(limit)}) as p
        order by p.rank, p.id`
      : sql`select rowid as id from search_texts_index where search_texts_index match ${matching}
          and rowid >> ${SHIFT} in ${owners} and not (${isOwnText(sql`rowid`)})
          order by ${RANK_SQLITE}, rowid limit ${sql.lit(MAX_PAGES)}`
  const { rows } = await sql<{ id: number }>`${pages}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return Map.groupBy(ids, ownerIdOf)
}

/** With MARKS around each match: all of the title and the other words, and an excerpt of the body. */
export type MarkedText = Schema['search_texts']

/** In words. */
const EXCERPT = 36
/** In characters, for an excerpt. Of a longer body PostgreSQL gets no more, and SQLite's own is not marked. */
const MAX_READ = 30_000
/** In characters. SQLite's own excerpt takes time in proportion to the square of the matches. */
const MAX_SNIPPET = 6000

/** On SQLite without texts that do not match; the plus has it read all matches once, faster than a search for each id. */
export async function markTexts(db: Queryable, ids: readonly number[], terms: readonly Term[]) {
  if (ids.length === 0 || terms.length === 0) return []
  const matching = matchQuery(db, terms, 'any')
  if (dialectOf(db) === 'postgres') return markOnPostgres(db, ids, matching)
  const marks = sql`${MARKS.start}, ${MARKS.end}`
  const { rows } = await sql<MarkedText>`
    select t.id, t.document_id, t.page, highlight(search_texts_index, 0, ${marks}) as title,
      highlight(search_texts_index, 1, ${marks}) as other,
      case when length(t.body) <= ${sql.lit(MAX_SNIPPET)}
        then snippet(search_texts_index, 2, ${marks}, '…', ${sql.lit(EXCERPT)})
        when length(t.body) <= ${sql.lit(MAX_READ)} then highlight(search_texts_index, 2, ${marks})
        else substr(t.body, 1, ${sql.lit(MAX_SNIPPET)}) end as body
    from search_texts_index join search_texts as t on t.id = search_texts_index.rowid
    where search_texts_index match ${matching}
      and +search_texts_index.rowid in ${idsAsTable(db, ids)}`.execute(db)
  return rows.map((row) => ({ ...row, body: excerptOf(row.body) }))
}

/** The body itself if it is an excerpt; otherwise the words around the first match. */
function excerptOf(body: string): string {
  if (body.length < MAX_SNIPPET) return body
  const before = body.lastIndexOf(' ', body.indexOf(MARKS.start) - 100) + 1
  const words = body.slice(before, before + MAX_SNIPPET).split(/\s+/, EXCERPT)
  const excerpt = words.join(' ')
  const isOpen = excerpt.lastIndexOf(MARKS.start) > excerpt.lastIndexOf(MARKS.end)
  return `${before > 0 ? '…' : ''}${excerpt}${isOpen ? MARKS.end : ''}…`
}

/** They join words for PostgreSQL's parser (`a/b` is a file name, `<b>` a tag), so control characters stand in for them. */
const SIGNS = '-/.@_:<>&%?=~+#*;'
const SIGN = /[-/.@_:<>&%?=~+#*;]/g
const FIRST_STAND_IN = 0x80

const replaceSigns = (text: string) =>
  text.replace(SIGN, (sign) => String.fromCharCode(FIRST_STAND_IN + SIGNS.indexOf(sign)))

const restoreSigns = (text: string) =>
  text.replace(/\p{Cc}/gu, (sign) => SIGNS.charAt(sign.charCodeAt(0) - FIRST_STAND_IN) || sign)

/** The signs are replaced here: PostgreSQL's `translate` would take as long as the headlines themselves. */
async function markOnPostgres(db: Queryable, ids: readonly number[], matching: RawBuilder<string>) {
  const texts = await db
    .selectFrom('search_texts')
    .select(['id', 'document_id', 'page', 'title', 'other', 'body'])
    .where('id', 'in', ids)
    .execute()
  const input = texts.map(({ id, title, other, body }) => {
    // A lone half of a surrogate pair is no JSON to PostgreSQL.
    const read = body.slice(0, MAX_READ).toWellFormed()
    return { id, title: replaceSigns(title), other: replaceSigns(other), body: replaceSigns(read) }
  })
  const headline = (column: string, options: string) =>
    sql`ts_headline('english', ${sql.ref(column)}, ${matching},
      ${`StartSel="${MARKS.start}", StopSel="${MARKS.end}", ${options}`})`
  const all = 'HighlightAll=true'
  const headlines = sql<Pick<MarkedText, 'id' | 'title' | 'other' | 'body'>>`
    select id, ${headline('title', all)} as title, ${headline('other', all)} as other,
      ${headline('body', `MinWords=${EXCERPT / 2}, MaxWords=${EXCERPT}`)} as body
    from json_to_recordset(${JSON.stringify(input)}::json) as v (id bigint, title text, other text, body text)`
  const { rows } = await headlines.execute(db)
  const marked = new Map(rows.map((row) => [row.id, row]))
  return texts.flatMap((text) => {
    const row = marked.get(text.id)
    if (!row) return []
    const body = withEllipses(restoreSigns(row.body), text.body)
    return { ...text, title: restoreSigns(row.title), other: restoreSigns(row.other), body }
  })
}

/** As SQLite puts them. */
function withEllipses(excerpt: string, whole: string): string {
  const shown = withoutMarks(excerpt).trim()
  const [before, after] = [whole.trimStart().startsWith(shown), whole.trimEnd().endsWith(shown)]
  return `${before ? '' : '…'}${excerpt}${after ? '' : '…'}`
}

export async function findPageTexts(
  db: Queryable,
  documentId: number,
  { first, last }: { first: number; last: number },
): Promise<Map<number, string>> {
  const pages = await db
    .selectFrom('search_texts')
    .select(['page', 'body'])
    .where('document_id', '=', documentId)
    .where('page', '>=', first)
    .where('page', '<=', last)
    .execute()
  return new Map(pages.map(({ page, body }) => [page ?? 0, body]))
}

/** More are not compared, even on a docket with that many words of the same letter and length. */
const MAX_WORDS = 50_000

/** Words as they stand in the texts that begin with the same letter and are about as long. */
export async function listSimilarWords(db: Queryable, word: string, difference: number) {
  const folded = foldText(word).toLowerCase()
  const first = folded.charAt(0)
  const length = sql<number>`length(folded)`
  return db
    .selectFrom('search_words')
    .select(['folded', 'word'])
    .distinct()
    .where('folded', '>=', first)
    .where('folded', '<', `${first}\u{10ffff}`)
    .where(length, '>=', folded.length - difference)
    .where(length, '<=', folded.length + difference)
    .limit(MAX_WORDS)
    .execute()
}
