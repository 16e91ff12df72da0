import { type Kysely, type RawBuilder, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Queryable } from './schema.ts'

/* Full-text search over search_texts: FTS5 on SQLite, tsvector on PostgreSQL; both stem English. */

export async function createSearchIndex(db: Kysely<never>): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`alter table search_texts add column words tsvector
      generated always as (to_tsvector('english', body)) stored`.execute(db)
    await sql`create index search_texts_words on search_texts using gin (words)`.execute(db)
    return
  }
  await sql`create virtual table search_words using fts5(body, content='search_texts', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2')`.execute(db)
  await sql`create trigger search_texts_added after insert on search_texts begin
    insert into search_words (rowid, body) values (new.id, new.body); end`.execute(db)
  await sql`create trigger search_texts_removed after delete on search_texts begin
    insert into search_words (search_words, rowid, body) values ('delete', old.id, old.body); end`.execute(
    db,
  )
}

/** The words and "quoted phrases" of what a visitor typed, at most 12. */
export function searchTerms(typed: string): string[] {
  const terms = typed.matchAll(/"([^"]+)"|([^\s"]+)/g)
  return Array.from(terms, ([, phrase, word]) => (phrase ?? word ?? '').trim())
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .slice(0, 12)
}

/** Ids of the entries whose own text, or a document of which, has the term. */
export function entriesWithTerm(db: Queryable, term: string): RawBuilder<{ entry_id: number }> {
  if (dialectOf(db as unknown as Kysely<never>) === 'postgres') {
    return sql`(select s.entry_id from search_texts s
      where s.words @@ phraseto_tsquery('english', ${term}) or numnode(phraseto_tsquery('english', ${term})) = 0)`
  }
  const quoted = `"${term.replaceAll('"', ' ')}"`
  return sql`(select s.entry_id from search_words w join search_texts s on s.id = w.rowid
    where search_words match ${quoted})`
}
