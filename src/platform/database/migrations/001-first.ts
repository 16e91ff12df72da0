import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { asClustered, asId, dialectOf, watchForRevision } from '../dialect.ts'
import { createSearchIndex } from '../search-index.ts'

async function up(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
  const { schema } = db

  await schema
    .createTable('case_settings')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('caption', 'text', (c) => c.notNull())
    .addColumn('case_number', 'text', (c) => c.notNull())
    .addColumn('court', 'text', (c) => c.notNull())
    .addColumn('judge', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('contact', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()

  await createAccountTables(db, id)
  await createDocketTables(db, id)
  await createAccessTables(db, id)
  await createMailTables(db, id)

  await schema
    .createTable('revision')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into revision (id, value) values (1, 1)`.execute(db)
  await sql`insert into case_settings (id, caption, case_number, court, judge, description, contact, updated_at)
            values (1, '', '', '', '', '', '', 0)`.execute(db)
  await watchForRevision(db, ['entries', 'documents', 'case_settings'])
}

type IdColumn = ReturnType<typeof asId>

async function createAccountTables(db: Kysely<never>, id: IdColumn): Promise<void> {
  const { schema } = db
  await schema
    .createTable('administrators')
    .addColumn('id', 'integer', id)
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('password_is_generated', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('totp_secret', 'text')
    .addColumn('totp_last_step', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('password_changed_at', 'bigint', (c) => c.notNull())
    .addColumn('disabled_at', 'bigint')
    .execute()
  await schema
    .createTable('recovery_codes')
    .addColumn('id', 'integer', id)
    .addColumn('administrator_id', 'integer', (c) => c.notNull().references('administrators.id'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('administrator_id', 'integer', (c) => c.notNull().references('administrators.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('client_ip', 'text')
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('first_run_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('throttles')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('resets_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('audit_log')
    .addColumn('id', 'integer', id)
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('administrator_id', 'integer')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('client_ip', 'text')
    .execute()
  await sql`create index audit_log_subject on audit_log (subject, id)`.execute(db)
}

async function createDocketTables(db: Kysely<never>, id: IdColumn): Promise<void> {
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
    .execute()
  // One docket number, one entry; a deleted entry gives its number free.
  await sql`create unique index entries_number on entries (number) where deleted_at is null and number is not null`.execute(
    db,
  )
  await sql`create index entries_order on entries (filed_on, id)`.execute(db)

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
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await sql`create unique index documents_attachment on documents (entry_id, attachment_number) where deleted_at is null`.execute(
    db,
  )
  await sql`create index documents_entry on documents (entry_id)`.execute(db)
  await sql`create index documents_storage on documents (storage_key)`.execute(db)

  await schema
    .createTable('search_texts')
    .addColumn('id', 'integer', id)
    .addColumn('entry_id', 'integer', (c) => c.notNull().references('entries.id'))
    .addColumn('document_id', 'integer')
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await sql`create index search_texts_entry on search_texts (entry_id, document_id)`.execute(db)
  await createSearchIndex(db)
}

async function createAccessTables(db: Kysely<never>, id: IdColumn): Promise<void> {
  await db.schema
    .createTable('document_accesses')
    .addColumn('id', 'integer', id)
    .addColumn('document_id', 'integer', (c) => c.notNull())
    .addColumn('accessed_at', 'bigint', (c) => c.notNull())
    .addColumn('client_ip', 'text')
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('is_robot', 'smallint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('import_key', 'text', (c) => c.unique())
    .execute()
  await sql`create index document_accesses_time on document_accesses (accessed_at)`.execute(db)
  await sql`create index document_accesses_document on document_accesses (document_id, accessed_at)`.execute(
    db,
  )
  await sql`create table download_chains (source bigint not null, visitor bigint not null,
    first_at bigint not null, last_at bigint not null, wholes integer not null, ranges integer not null,
    access_id bigint, primary key (source, visitor)) ${asClustered(db)}`.execute(db)
  await sql`create index download_chains_ranges on download_chains (source) where wholes = 0`.execute(
    db,
  )
}

async function createMailTables(db: Kysely<never>, id: IdColumn): Promise<void> {
  const { schema } = db
  await schema
    .createTable('subscriptions')
    .addColumn('id', 'integer', id)
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create index subscriptions_state on subscriptions (state, id)`.execute(db)
  await schema
    .createTable('notifications')
    .addColumn('id', 'integer', id)
    .addColumn('entry_id', 'integer', (c) => c.notNull().references('entries.id'))
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('recipient_count', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('stopped_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  // A second notification of an entry cannot start while one is running, whichever process is asked.
  await sql`create unique index notifications_running on notifications (entry_id) where finished_at is null`.execute(
    db,
  )
  await schema
    .createTable('deliveries')
    .addColumn('id', 'integer', id)
    .addColumn('notification_id', 'integer', (c) => c.notNull().references('notifications.id'))
    .addColumn('subscription_id', 'integer')
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('server_reply', 'text', (c) => c.notNull())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('worker_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`create unique index deliveries_recipient on deliveries (notification_id, recipient)`.execute(
    db,
  )
  await sql`create index deliveries_due on deliveries (next_attempt_at, id) where state in ('queued', 'deferred')`.execute(
    db,
  )
  await sql`create index deliveries_worker on deliveries (worker_id) where worker_id is not null`.execute(
    db,
  )
  await sql`create index deliveries_subscription on deliveries (subscription_id)`.execute(db)
  await sql`create index deliveries_state on deliveries (notification_id, state)`.execute(db)
  await schema
    .createTable('workers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute()
}

export const first: Migration = { up }
