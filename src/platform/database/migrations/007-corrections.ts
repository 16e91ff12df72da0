import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { asId, dialectOf } from '../dialect.ts'

/** When an entry first became public, and what was corrected since: texts, and files that were replaced. */
async function up(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  await db.schema.alterTable('entries').addColumn('published_at', 'bigint').execute()
  await sql`update entries set published_at = created_at where status = 'published'`.execute(db)

  await db.schema
    .createTable('entry_corrections')
    .addColumn('id', 'integer', id)
    .addColumn('entry_id', 'integer', (c) => c.notNull().references('entries.id'))
    .addColumn('document_id', 'integer', (c) => c.references('documents.id'))
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('earlier', 'text', (c) => c.notNull())
    .addColumn('corrected_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create index entry_corrections_entry on entry_corrections (entry_id, corrected_at)`.execute(
    db,
  )

  await db.schema
    .createTable('document_versions')
    .addColumn('id', 'integer', id)
    .addColumn('document_id', 'integer', (c) => c.notNull().references('documents.id'))
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('byte_size', 'bigint', (c) => c.notNull())
    .addColumn('page_count', 'integer', (c) => c.notNull())
    .addColumn('replaced_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create index document_versions_document on document_versions (document_id)`.execute(db)
  await sql`create index document_versions_sha256 on document_versions (sha256)`.execute(db)
  await sql`create index documents_sha256 on documents (sha256)`.execute(db)
}

export const corrections: Migration = { up }
