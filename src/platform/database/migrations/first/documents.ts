import { type Kysely, sql } from 'kysely'
import { asId, dialectOf } from '../../dialect.ts'

export async function createDocumentTables(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  const { schema } = db
  await schema
    .createTable('documents')
    .addColumn('id', 'integer', id)
    .addColumn('entry_id', 'integer', (c) => c.notNull().references('entries.id'))
    .addColumn('attachment_number', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('storage_key', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('byte_size', 'bigint', (c) => c.notNull())
    .addColumn('page_count', 'integer', (c) => c.notNull())
    .addColumn('text_pages', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await sql`create unique index documents_attachment on documents (entry_id, attachment_number) where deleted_at is null`.execute(
    db,
  )
  await sql`create index documents_entry on documents (entry_id)`.execute(db)
  await sql`create index documents_storage on documents (storage_key)`.execute(db)
  await sql`create index documents_sha256 on documents (sha256)`.execute(db)
  await createCorrectionTables(db)
}

async function createCorrectionTables(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  const { schema } = db
  await schema
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

  await schema
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
}
