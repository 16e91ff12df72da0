import { join } from 'node:path'
import { sql } from 'kysely'
import { connectDatabase } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/schema.ts'
import { addSubscribers, loadMailCase } from './mail-case.ts'

/** As in bench/README.md; use fewer to try out the bench itself. */
export const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 50_000)
export const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 1_000_000)
export const DOCUMENTS_EACH = 2

/** One notified entry with a PDF, and many more with documents that no one downloads, all inserted by SQL. */
export async function loadScaleCase(folder: string): Promise<Database> {
  await loadMailCase(folder)
  await addSubscribers(folder, 1, SUBSCRIBERS + 1)
  const db = await connectDatabase(`sqlite:${join(folder, 'docket.db')}`)
  await sql`with recursive n (i) as (select 2 union all select i + 1 from n where i < ${ENTRIES})
    insert into entries (id, number, filed_on, title, description, type, filed_by, status, version, created_at,
      updated_at, published_at)
    select i, i, date('2024-01-01', '+' || (i / 50) || ' days'),
      'MOTION for Extension of Time to File Response as to Motion ' || i || ' by John Doe.',
      'MOTION for Extension of Time to File Response as to Motion ' || i || ' by John Doe, for good cause shown.',
      'Motion', 'John Doe', 'published', 1, 0, 0, 0 from n`.execute(db)
  await sql`with recursive a (n) as (select 0 union all select n + 1 from a where n < ${DOCUMENTS_EACH - 1})
    insert into documents (entry_id, attachment_number, title, position, file_name, storage_key, sha256, byte_size,
      page_count, text_pages, created_at, updated_at)
    select e.id, a.n, 'Memorandum of Law in Support', a.n, file_name, storage_key, sha256, byte_size, page_count, text_pages, 0, 0
    from entries e, a, documents d where e.id > 1 and d.id = 1`.execute(db)
  await sql`analyze`.execute(db)
  return db
}
