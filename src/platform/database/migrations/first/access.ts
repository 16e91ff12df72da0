import { type Kysely, sql } from 'kysely'
import { watchForCorrections } from '../../backup/snapshots.ts'
import { asClustered, asId, dialectOf } from '../../dialect.ts'

export async function createAccessTables(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  await db.schema
    .createTable('document_accesses')
    .addColumn('id', 'integer', id)
    .addColumn('document_id', 'integer', (c) => c.notNull())
    .addColumn('accessed_at', 'bigint', (c) => c.notNull())
    .addColumn('client_ip', 'text')
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('is_robot', 'smallint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('ip_erased', 'smallint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`create index document_accesses_time on document_accesses (accessed_at)`.execute(db)
  await sql`create index document_accesses_document on document_accesses (document_id, accessed_at)`.execute(
    db,
  )
  await db.schema
    .createTable('access_corrections')
    .addColumn('id', 'integer', id)
    .addColumn('access_id', 'bigint', (c) => c.notNull())
    .addColumn('sign', 'smallint', (c) => c.notNull())
    .addColumn('document_id', 'integer', (c) => c.notNull())
    .addColumn('accessed_at', 'bigint', (c) => c.notNull())
    .addColumn('client_ip', 'text')
    .addColumn('ip_erased', 'smallint', (c) => c.notNull())
    .addColumn('is_robot', 'smallint', (c) => c.notNull())
    .execute()
  await watchForCorrections(db)
  await createChainTable(db)
  await createSummaryTables(db)
  await createImportTables(db)
}

async function createChainTable(db: Kysely<never>): Promise<void> {
  await sql`create table download_chains (source bigint not null, visitor bigint not null,
    first_at bigint not null, last_at bigint not null, wholes integer not null, ranges integer not null,
    access_id bigint, primary key (source, visitor)) ${asClustered(db)}`.execute(db)
  await sql`create index download_chains_ranges on download_chains (source) where wholes = 0`.execute(
    db,
  )
}

/**
 * On SQLite the tables are their own index: half the size, and neighbours lie together. PostgreSQL compares addresses
 * byte by byte, which is quicker than by the rules of a language.
 */
async function createSummaryTables(db: Kysely<never>): Promise<void> {
  const clustered = asClustered(db)
  const bytewise = sql.raw(dialectOf(db) === 'sqlite' ? '' : 'collate "C"')
  await sql`create table access_summary (id integer primary key, time_zone text, folded_id bigint not null,
    erased_through integer, building text)`.execute(db)
  await sql`create table access_totals (document_id integer not null, day integer not null,
    downloads integer not null, robot_downloads integer not null, without_ip integer not null,
    robot_without_ip integer not null, primary key (document_id, day)) ${clustered}`.execute(db)
  await sql`create table access_visits (ip text ${bytewise} not null, document_id integer not null,
    day integer not null, downloads integer not null, people_downloads integer not null,
    previous_day integer not null, previous_people_day integer not null,
    primary key (ip, document_id, day)) ${clustered}`.execute(db)
  await sql`create table access_returns (document_id integer not null, day integer not null,
    previous_day integer not null, visitors integer not null, people integer not null,
    primary key (document_id, day, previous_day)) ${clustered}`.execute(db)
  await sql`insert into access_summary (id, folded_id) values (1, 0)`.execute(db)
}

/** What the import of access logs remembers, in the order of time: a key on each record would slow every download. */
async function createImportTables(db: Kysely<never>): Promise<void> {
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
