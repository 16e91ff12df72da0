import type { DialectSql } from './001-downloads.ts'

/* FTS5 on SQLite; a generated tsvector and GIN on PostgreSQL. Triggers or the column keep each index up to date. */

export const searchIndexes = (dialect: DialectSql): string =>
  `${tables(dialect)};\n${dialect.isSqlite ? sqliteIndex : postgresIndex}`

const tables = ({ id, isSqlite }: DialectSql) => `
create table search_texts (id bigint primary key, document_id integer, page integer, title text not null,
  other text not null, body text not null);
create index search_texts_document on search_texts (document_id, page);
create table search_words (id ${id}, folded text${isSqlite ? '' : ' collate "C"'} not null, word text not null);
create index search_words_folded on search_words (folded, word)`

const sqliteIndex = `
create virtual table search_texts_index using fts5(title, other, body, content='search_texts', content_rowid='id',
  tokenize='porter unicode61 remove_diacritics 2');
create trigger search_texts_added after insert on search_texts begin
  insert into search_texts_index (rowid, title, other, body) values (new.id, new.title, new.other, new.body); end;
create trigger search_texts_removed after delete on search_texts begin
  insert into search_texts_index (search_texts_index, rowid, title, other, body)
    values ('delete', old.id, old.title, old.other, old.body); end`

/** What joins words into one for PostgreSQL's parser: in hosts, file names, numbers with signs, tags. */
const PUNCTUATION = '-/.@_:<>&%?=~+#*;'

/**
 * PostgreSQL would read "plaintiff/defendant" as a file name and "45-2" as 45 and minus 2. It keeps 16,383 positions in a
 * tsvector of at most a megabyte, so the rest of a longer page is not indexed.
 */
const plainWords = (column: string) =>
  `translate(regexp_replace(normalize(left(${column}, 100000), nfkd), '[\\u0300-\\u036f]', '', 'g'),
    '${PUNCTUATION}', '${' '.repeat(PUNCTUATION.length)}')`

/** Long columns are stored out of line, so that the rows of a common word fit on few blocks. */
const postgresIndex = `
alter table search_texts add column words tsvector generated always as (
  setweight(to_tsvector('english', ${plainWords('title')}), 'A') ||
  setweight(to_tsvector('english', ${plainWords('other')}), 'B') ||
  to_tsvector('english', ${plainWords('body')})) stored;
alter table search_texts set (toast_tuple_target = 128);
alter table search_texts alter column words set storage external;
create index search_texts_words on search_texts using gin (words) with (fastupdate = off)`
