import { type Kysely, sql } from 'kysely'
import { asId, dialectOf } from '../../dialect.ts'

export async function createMailTables(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
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
