import { type Kysely, sql } from 'kysely'
import { asId, dialectOf } from '../../dialect.ts'

export async function createDocketTables(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  const { schema } = db
  await schema
    .createTable('entries')
    .addColumn('id', 'integer', id)
    .addColumn('number', 'bigint')
    .addColumn('filed_on', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('filed_by', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('source_key', 'text', (c) => c.unique())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addColumn('published_at', 'bigint')
    .execute()
  // One docket number, one entry; a deleted entry gives its number free.
  await sql`create unique index entries_number on entries (number) where deleted_at is null and number is not null`.execute(
    db,
  )
  await sql`create index entries_order on entries (filed_on, id)`.execute(db)
  await createRelationTables(db)
}

async function createRelationTables(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  const { schema } = db
  await schema
    .createTable('entry_relations')
    .addColumn('id', 'integer', id)
    .addColumn('entry_id', 'integer', (c) => c.notNull().references('entries.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('target_number', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create unique index entry_relations_once on entry_relations (entry_id, target_number)`.execute(
    db,
  )
  await sql`create index entry_relations_target on entry_relations (target_number)`.execute(db)

  await schema
    .createTable('entry_events')
    .addColumn('id', 'integer', id)
    .addColumn('entry_id', 'integer', (c) => c.notNull().references('entries.id'))
    .addColumn('uid', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('held_on', 'text', (c) => c.notNull())
    .addColumn('held_at', 'text')
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('sequence_base', 'integer', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('shown_at', 'bigint')
    .addColumn('cancelled_at', 'bigint')
    .execute()
  await sql`create index entry_events_entry on entry_events (entry_id)`.execute(db)
  await sql`create index entry_events_day on entry_events (held_on)`.execute(db)
}
