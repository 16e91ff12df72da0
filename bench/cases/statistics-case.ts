import { join } from 'node:path'
import { sql } from 'kysely'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import { dialectOf } from '../../src/platform/database/dialect.ts'
import { forRows } from '../../src/platform/database/row-statement.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { runDocket } from '../../test/support/run-docket.ts'
import { generateRecords, type Traffic } from './access-records.ts'
import { loadMailCase } from './mail-case.ts'

/** The promised figures are for ten million; use fewer to try out the bench itself. */
export const RECORDS = Number(process.env.BENCH_RECORDS ?? 10_000_000)

const DAYS = 365
const DOCUMENTS = 5000
const TIME_ZONE = 'America/New_York'

export interface StatisticsCase {
  environment: Record<string, string>
  db: Database
  /** The settings that the statistics need (features/statistics/figures/statistics.ts). */
  config: { databaseUrl: string; timeZone: string }
  /** The first and last day of the records, and the first of the last thirty. */
  year: { from: string; to: string }
  month: { from: string; to: string }
}

/** A docket with one PDF to download, 5,000 documents, and a year of their downloads up to last midnight. */
export async function loadStatisticsCase(
  folder: string,
  databaseUrl: string | undefined,
): Promise<StatisticsCase> {
  await loadMailCase(folder)
  const url = databaseUrl ?? `sqlite:${join(folder, 'docket.db')}`
  if (databaseUrl !== undefined) {
    const copied = await runDocket(['database:copy', '--to', url], { DATA_DIR: folder })
    if (copied.code !== 0) throw new Error(copied.stderr)
  }
  const db = await connectDatabase(url)
  const until = Date.UTC(2026, 10, 1, 4)
  await addDocuments(db)
  await addRecords(db, { records: RECORDS, days: DAYS, until, documents: DOCUMENTS })
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: url, SITE_TIME_ZONE: TIME_ZONE },
    db,
    config: { databaseUrl: url, timeZone: TIME_ZONE },
    year: { from: '2025-11-01', to: '2026-10-31' },
    month: { from: '2026-10-02', to: '2026-10-31' },
  }
}

/** They belong to a draft, so that the home page stays small, and are marked as read, or the service would read them first. */
async function addDocuments(db: Database): Promise<void> {
  await sql`insert into entries (id, number, filed_on, title, description, type, filed_by, status, version,
      created_at, updated_at)
    select id + 1, 2, filed_on, title, '', '', '', 'draft', 1, 0, 0 from entries where id = 1`.execute(
    db,
  )
  const ids = Array.from({ length: DOCUMENTS - 1 }, (_, index) => ({ id: index + 2 }))
  const insert = forRows<{ id: number }>(
    { id: 'integer' },
    `insert into documents (id, entry_id, attachment_number, title, position, file_name, storage_key,
      sha256, byte_size, page_count, text_pages, created_at, updated_at)
    select v.id, 2, v.id, title, v.id, file_name, storage_key, sha256, byte_size, page_count, text_pages, 0, 0
    from documents, v where documents.id = 1`,
  )
  await insert(db, ids)
}

/** Creating an index afterward is faster than maintaining it. */
async function addRecords(db: Database, traffic: Traffic): Promise<void> {
  await sql`drop index document_accesses_document`.execute(db)
  await sql`drop index document_accesses_visitor`.execute(db)
  await generateRecords(db, traffic)
  await sql`create index document_accesses_document
    on document_accesses (document_id, client_ip, accessed_at, is_robot)`.execute(db)
  await sql`create index document_accesses_visitor on document_accesses (client_ip, accessed_at, is_robot)`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

/** As in a database in use: otherwise PostgreSQL would vacuum ten million new rows while it is measured. */
export async function settle(db: Database): Promise<void> {
  if (dialectOf(db) !== 'postgres') return
  await sql`vacuum (analyze)`.execute(db)
  await sql`checkpoint`.execute(db)
}
