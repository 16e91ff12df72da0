/** SQL that differs between the two databases. */
export interface Words {
  isSqlite: boolean
  /** Ids are never reused. */
  id: string
}

/**
 * On SQLite the statistics and import tables are their own index (`without rowid`), which halves their size and keeps
 * neighboring rows together. PostgreSQL compares addresses bytewise, which is faster than by locale.
 */
export function downloadTables(words: Words): string {
  const { isSqlite, id } = words
  const clustered = isSqlite ? 'without rowid' : ''
  const bytewise = isSqlite ? '' : 'collate "C"'
  return `
create table document_accesses (id ${id}, document_id integer not null, accessed_at bigint not null,
  client_ip text, user_agent text not null, is_robot smallint not null, source text not null,
  ip_erased smallint not null default 0);
create index document_accesses_time on document_accesses (accessed_at);
create index document_accesses_document on document_accesses (document_id, accessed_at);

create table access_corrections (id ${id}, access_id bigint not null, sign smallint not null,
  document_id integer not null, accessed_at bigint not null, client_ip text, ip_erased smallint not null,
  is_robot smallint not null);
${correctionTriggers(words)};

create table download_chains (source bigint not null, visitor bigint not null, first_at bigint not null,
  last_at bigint not null, wholes integer not null, ranges integer not null, access_id bigint,
  primary key (source, visitor)) ${clustered};
create index download_chains_ranges on download_chains (source) where wholes = 0;

create table access_summary (id integer primary key, time_zone text, folded_id bigint not null,
  erased_through integer, building text);
insert into access_summary (id, folded_id) values (1, 0);
create table access_totals (document_id integer not null, day integer not null, downloads integer not null,
  robot_downloads integer not null, without_ip integer not null, robot_without_ip integer not null,
  primary key (document_id, day)) ${clustered};
create table access_visits (ip text ${bytewise} not null, document_id integer not null,
  day integer not null, downloads integer not null, people_downloads integer not null,
  previous_day integer not null, previous_people_day integer not null,
  primary key (ip, document_id, day)) ${clustered};
create table access_returns (document_id integer not null, day integer not null,
  previous_day integer not null, visitors integer not null, people integer not null,
  primary key (document_id, day, previous_day)) ${clustered};

create table imported_lines (period integer not null, visitor bigint not null, at bigint not null,
  line bigint not null, copies integer not null, file bigint not null, seen integer not null,
  primary key (period, visitor, at, line)) ${clustered};
create table imported_bursts (visitor bigint not null, source bigint not null, first_at bigint not null,
  last_at bigint not null, document_id integer not null, user_agent text not null, access_id bigint,
  is_settled smallint not null, run bigint not null, primary key (visitor, first_at)) ${clustered};
create index imported_bursts_unsettled on imported_bursts (visitor, first_at) where is_settled = 0;
create index imported_bursts_recorded on imported_bursts (source, first_at) where access_id is not null`
}

const CORRECTED = ['document_id', 'accessed_at', 'client_ip', 'ip_erased', 'is_robot']

/**
 * Logs changes to existing download records in `access_corrections`; new records cost nothing. Erasing an IP is not logged,
 * because the statistics of that day stay the same.
 */
function correctionTriggers({ isSqlite }: Words): string {
  const columns = CORRECTED.join(', ')
  const note = (row: 'old' | 'new', sign: number) =>
    `insert into access_corrections (access_id, sign, ${columns})
      values (${row}.id, ${sign}, ${CORRECTED.map((name) => `${row}.${name}`).join(', ')});`
  const [removed, added] = [note('old', -1), note('new', 1)]
  const onDelete = 'create trigger document_accesses_deleted after delete on document_accesses'
  const onChange = `create trigger document_accesses_changed after update of ${columns} on document_accesses`
  const when = 'not (old.ip_erased = 0 and new.ip_erased = 1)'
  if (isSqlite) {
    return `${onDelete} begin ${removed} end;
      ${onChange} when ${when} begin ${removed} ${added} end`
  }
  const noting = (name: string, body: string) =>
    `create function ${name}() returns trigger language plpgsql as 'begin ${body} return null; end'`
  return `${noting('note_access_deletion', removed)};
    ${noting('note_access_change', `${removed} ${added}`)};
    ${onDelete} for each row execute function note_access_deletion();
    ${onChange} for each row when (${when}) execute function note_access_change()`
}
