/** SQL that differs between the two databases. */
export interface DialectSql {
  isSqlite: boolean
  /** Ids are never reused. */
  id: string
}

/**
 * The indexes of the records have all that the statistics count; a document's records are in the order of their addresses,
 * so that counting its visitors sorts nothing. On SQLite the import tables are their own index
 * (`without rowid`), which halves their size and keeps neighboring rows together. PostgreSQL compares addresses bytewise,
 * which is faster than by locale.
 */
export function downloadTables({ isSqlite, id }: DialectSql): string {
  const clustered = isSqlite ? 'without rowid' : ''
  const bytewise = isSqlite ? '' : 'collate "C"'
  return `
create table document_accesses (id ${id}, document_id integer not null, accessed_at bigint not null,
  client_ip text ${bytewise}, user_agent text not null, is_robot smallint not null, source text not null);
create index document_accesses_time on document_accesses (accessed_at, client_ip, is_robot, document_id);
create index document_accesses_document on document_accesses (document_id, client_ip, accessed_at, is_robot);
create index document_accesses_visitor on document_accesses (client_ip, accessed_at, is_robot);

create table download_chains (source bigint not null, visitor bigint not null, first_at bigint not null,
  last_at bigint not null, wholes integer not null, ranges integer not null, prefetched smallint not null, access_id bigint,
  primary key (source, visitor)) ${clustered};
create index download_chains_ranges on download_chains (source) where wholes = 0;

create table imported_lines (period integer not null, visitor bigint not null, at bigint not null,
  line bigint not null, copies integer not null, file bigint not null, seen integer not null,
  primary key (period, visitor, at, line)) ${clustered};
create table imported_bursts (visitor bigint not null, source bigint not null, first_at bigint not null,
  last_at bigint not null, document_id integer not null, user_agent text not null, access_id bigint,
  is_settled smallint not null, run bigint not null, primary key (visitor, first_at)) ${clustered};
create index imported_bursts_unsettled on imported_bursts (visitor, first_at) where is_settled = 0;
create index imported_bursts_recorded on imported_bursts (source, first_at) where access_id is not null`
}
