import { type Kysely, sql } from 'kysely'
import { createSearchIndexes } from '../../../search/whole-index.ts'
import { dialectOf } from '../../dialect.ts'

export async function createSearchTables(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('search_entries')
    .addColumn('entry_id', 'integer', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('stems', 'text', (c) => c.notNull())
    .addColumn('title_stems', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('search_pages')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('document_id', 'integer', (c) => c.notNull())
    .addColumn('page', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('stems', 'text', (c) => c.notNull())
    .execute()
  await sql`create index search_pages_document on search_pages (document_id)`.execute(db)
  await schema
    .createTable('search_wholes')
    .addColumn('entry_id', 'integer', (c) => c.primaryKey())
    .addColumn('stems', 'text', (c) => c.notNull())
    .execute()
  if (dialectOf(db) === 'postgres') {
    // It is read of many entries at once, and must not lie apart as the long columns do.
    await sql`alter table search_entries alter column title_stems set storage main`.execute(db)
  }
  await createSearchIndexes(db)
}
