import { type Kysely, sql } from 'kysely'
import { asId, dialectOf } from '../../dialect.ts'

export async function createAccountTables(db: Kysely<never>): Promise<void> {
  const id = asId(dialectOf(db))
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
