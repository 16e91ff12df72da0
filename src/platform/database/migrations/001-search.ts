import type { Words } from './001-downloads.ts'

/*
 * FTS5 on SQLite and GIN on PostgreSQL, over the stems stored with each text. Triggers or a generated column keep each index
 * up to date. The index of whole entries stores no positions.
 */

export const searchIndexes = ({ isSqlite }: Words): string =>
  `${tables};\n${isSqlite ? sqliteIndexes() : postgresIndexes}`

const tables = `
create table search_entries (entry_id integer primary key, body text not null, stems text not null,
  title_stems text not null);
create table search_pages (id bigint primary key, document_id integer not null, page integer not null,
  body text not null, stems text not null);
create index search_pages_document on search_pages (document_id);
create table search_wholes (entry_id integer primary key, stems text not null)`

function sqliteIndexes(): string {
  const index = (table: string, key: string, options: string) => `
create virtual table ${table}_index using fts5(stems, content='${table}', content_rowid='${key}', ${options});
create trigger ${table}_added after insert on ${table} begin
  insert into ${table}_index (rowid, stems) values (new.${key}, new.stems); end;
create trigger ${table}_removed after delete on ${table} begin
  insert into ${table}_index (${table}_index, rowid, stems) values ('delete', old.${key}, old.stems); end`
  return [
    index('search_entries', 'entry_id', "tokenize='ascii'"),
    index('search_pages', 'id', "tokenize='ascii'"),
    index('search_wholes', 'entry_id', `tokenize="ascii tokenchars '_'", detail=none`),
    "create virtual table search_wholes_index_words using fts5vocab('search_wholes_index', 'row')",
  ].join(';\n')
}

/**
 * Long columns are stored out of line, so that the rows of a common word fit on few blocks; not `title_stems`, which is read
 * for many entries at once. Whole entries use an array, because a tsvector is limited to a megabyte.
 */
const postgresIndexes = `${['search_entries', 'search_pages']
  .map(
    (table) => `
alter table ${table} add column words tsvector generated always as (to_tsvector('simple', stems)) stored;
alter table ${table} set (toast_tuple_target = 128);
alter table ${table} alter column words set storage external;
create index ${table}_words on ${table} using gin (words) with (fastupdate = off)`,
  )
  .join(';\n')};
alter table search_entries alter column title_stems set storage main;
create index search_wholes_words on search_wholes using gin (string_to_array(stems, ' ')) with (fastupdate = off)`
