import { sql } from 'kysely'
import { dialectOf } from '../database/dialect.ts'
import type { Queryable } from '../database/schema.ts'

/** Spellings as `plainWords` returns them, one of which a text must have. By their stems, both databases find other endings. */
export type Term = readonly string[]

/** Without accents, as both indexes have it. */
export const foldText = (text: string) => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/** Only letters, digits, and single spaces, so that no database sees an operator. */
export const plainWords = (text: string) => text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()

export type Match = 'all' | 'any'

/** On PostgreSQL a subquery: if its planner sees that a word is common, it reads the whole table. */
export function matchQuery(db: Queryable, terms: readonly Term[], match: Match = 'all') {
  if (dialectOf(db) === 'sqlite') {
    const all = terms.map((term) => `(${term.map((words) => `"${words}"`).join(' OR ')})`)
    return sql<string>`${all.join(match === 'all' ? ' AND ' : ' OR ')}`
  }
  const all = terms.map((term) => {
    const spellings = term.map((words) => sql`phraseto_tsquery('english', ${words})`)
    return sql`(${sql.join(spellings, sql` || `)})`
  })
  return sql<string>`(select ${sql.join(all, match === 'all' ? sql` && ` : sql` || `)})`
}

/** With the column `owner_id`. */
export function idsAsTable(db: Queryable, ids: readonly number[]) {
  const list = JSON.stringify(ids)
  return dialectOf(db) === 'postgres'
    ? sql`(select value::bigint as owner_id from json_array_elements_text(${list}::json))`
    : sql`(select value as owner_id from json_each(${list}))`
}
