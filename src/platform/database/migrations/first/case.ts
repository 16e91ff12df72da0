import { type Kysely, sql } from 'kysely'

export async function createCaseTables(db: Kysely<never>): Promise<void> {
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
  await schema
    .createTable('revision')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('installation')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('secret_fingerprint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into revision (id, value) values (1, 1)`.execute(db)
  await sql`insert into case_settings (id, caption, case_number, court, judge, description, contact, updated_at)
            values (1, '', '', '', '', '', '', 0)`.execute(db)
}
