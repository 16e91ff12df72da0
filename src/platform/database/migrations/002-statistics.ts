import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { asId, dialectOf } from '../dialect.ts'
import { watchForCorrections } from '../snapshots.ts'

/** The summaries begin empty; they are built from the records when the service has started. */
async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table document_accesses add column ip_erased smallint not null default 0`.execute(
    db,
  )
  await db.schema
    .createTable('access_corrections')
    .addColumn('id', 'integer', asId(dialectOf(db)))
    .addColumn('access_id', 'bigint', (c) => c.notNull())
    .addColumn('sign', 'smallint', (c) => c.notNull())
    .addColumn('document_id', 'integer', (c) => c.notNull())
    .addColumn('accessed_at', 'bigint', (c) => c.notNull())
    .addColumn('client_ip', 'text')
    .addColumn('ip_erased', 'smallint', (c) => c.notNull())
    .addColumn('is_robot', 'smallint', (c) => c.notNull())
    .execute()
  await watchForCorrections(db)
  await createSummaryTables(db)
  await sql`insert into access_summary (id, folded_id) values (1, 0)`.execute(db)
}

/**
 * On SQLite the tables are their own index: half the size, and neighbours lie together. PostgreSQL compares addresses
 * byte by byte, which is quicker than by the rules of a language.
 */
async function createSummaryTables(db: Kysely<never>): Promise<void> {
  const isSqlite = dialectOf(db) === 'sqlite'
  const clustered = sql.raw(isSqlite ? 'without rowid' : '')
  const bytewise = sql.raw(isSqlite ? '' : 'collate "C"')
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
}

export const statistics: Migration = { up }
