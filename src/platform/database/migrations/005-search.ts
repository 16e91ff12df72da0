import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createPageIndex } from '../../search/index-tables.ts'
import { putEntryText, putPages } from '../../search/page-index.ts'
import type { Queryable } from '../schema.ts'

/*
 * The search by pages. What the first version knew is taken over, without pages: documents.text_pages stays null until
 * each PDF has been read again (features/documents/read-again.ts).
 */
async function up(db: Kysely<never>): Promise<void> {
  // How many pages have text; 0: a scan without any; null: not read by pages yet.
  await db.schema.alterTable('documents').addColumn('text_pages', 'integer').execute()
  await db.schema
    .createTable('search_entries')
    .addColumn('entry_id', 'integer', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('stems', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('search_pages')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('document_id', 'integer', (c) => c.notNull())
    .addColumn('page', 'integer')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('stems', 'text', (c) => c.notNull())
    .execute()
  await sql`create index search_pages_document on search_pages (document_id)`.execute(db)
  await createPageIndex(db)
  await takeOver(db)
  await db.schema.dropTable('search_texts').execute()
  await sql`drop table if exists search_words`.execute(db)
}

interface Known {
  entry_id: number
  document_id: number | null
}

/** One document at a time: all texts together may be larger than the memory. */
async function takeOver(db: Kysely<never>): Promise<void> {
  const now = db as unknown as Queryable
  const { rows } = await sql<Known>`
    select distinct entry_id, document_id from search_texts order by entry_id, document_id`.execute(
    db,
  )
  for (const { entry_id, document_id } of rows) {
    const of = document_id === null ? sql`document_id is null` : sql`document_id = ${document_id}`
    const texts = await sql<{ body: string }>`
      select body from search_texts where entry_id = ${entry_id} and ${of} order by id`.execute(db)
    const text = texts.rows.map(({ body }) => body).join('')
    if (document_id === null) await putEntryText(now, entry_id, text)
    else {
      const pages = [{ page: null, text }]
      await putPages(now, { entryId: entry_id, documentId: document_id, pages })
    }
  }
}

export const search: Migration = { up }
