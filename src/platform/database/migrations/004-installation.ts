import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** One row, made at the first start: with which SECRET_KEY the installation works. */
async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('secret_fingerprint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
}

export const installation: Migration = { up }
