import { type Kysely, sql } from 'kysely'
import { dialectOf } from './dialect.ts'

/* The full-text search of the first version, which its migration makes; 005-search.ts puts platform/search in its place. */

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
