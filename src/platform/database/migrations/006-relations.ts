import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { asId, dialectOf } from '../dialect.ts'

/** Which entries concern which others, and the hearings and deadlines that entries set. */
async function up(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  await db.schema
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

  await db.schema
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

export const relations: Migration = { up }
