import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { asClustered } from '../dialect.ts'
import { dropUniqueColumn } from '../table-dialect.ts'

/**
 * What the import of access logs remembers lies in tables of its own, in the order of time: a key on each record
 * would be one more index to keep for every download that the service records.
 */
async function up(db: Kysely<never>): Promise<void> {
  await dropUniqueColumn(db, 'document_accesses', 'import_key', 'text unique')
  await sql`create table imported_lines (period integer not null, visitor bigint not null,
    at bigint not null, line bigint not null, copies integer not null, file bigint not null,
    seen integer not null, primary key (period, visitor, at, line)) ${asClustered(db)}`.execute(db)
  await sql`create table imported_bursts (visitor bigint not null, source bigint not null,
    first_at bigint not null, last_at bigint not null, document_id integer not null, user_agent text not null,
    access_id bigint, is_settled smallint not null, run bigint not null,
    primary key (visitor, first_at)) ${asClustered(db)}`.execute(db)
  await sql`create index imported_bursts_unsettled on imported_bursts (visitor, first_at)
    where is_settled = 0`.execute(db)
  await sql`create index imported_bursts_recorded on imported_bursts (source, first_at)
    where access_id is not null`.execute(db)
}

export const accessLogImport: Migration = { up }
