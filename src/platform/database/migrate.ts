import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { DatabaseError, explainDatabaseError } from './database-error.ts'
import { mayCreateTables, waitForMigrations } from './dialect.ts'
import { first } from './migrations/001-first.ts'
import type { Database, Queryable } from './schema.ts'

/** In order; released ones are never changed. */
export const migrations: Record<string, Migration> = { '001-first': first }

/** All or nothing; if several processes start at once, one does it and the others wait. @returns the names of those that ran */
export async function migrateDatabase(db: Database, steps = migrations): Promise<string[]> {
  // Takes no lock if there is nothing to do, so that a long import does not keep the service from starting.
  if ((await listPending(db, steps)).length === 0) return []
  try {
    return await db.transaction().execute((trx) => migrate(trx, steps))
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(
      `DATABASE_URL points to a database that could not be upgraded to this version and was left unchanged: ${explainDatabaseError(error)}`,
    )
  }
}

async function migrate(trx: Queryable, steps: typeof migrations): Promise<string[]> {
  await waitForMigrations(trx)
  const pending = await listPending(trx, steps)
  if (pending.length === 0) return []
  if (!(await mayCreateTables(trx))) {
    throw new DatabaseError(
      'DATABASE_URL points to a database where that user is not allowed to create tables: make the user its owner, for example: ALTER DATABASE docket OWNER TO docket',
    )
  }
  // Not Kysely's Migrator, whose lock would outlive a failure.
  await sql`create table if not exists kysely_migration
    (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx)
  for (const name of pending) {
    await steps[name]?.up(trx)
    await sql`insert into kysely_migration (name, timestamp)
      values (${name}, ${new Date().toISOString()})`.execute(trx)
  }
  return pending
}

export async function listPending(db: Queryable, steps = migrations): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  // Extensions, such as those that monitoring needs, bring views.
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name)
  if (!names.includes('kysely_migration')) {
    if (names.length === 0) return Object.keys(steps)
    throw new DatabaseError(
      `DATABASE_URL points to a database with other tables (${names.slice(0, 3).join(', ')}): it belongs to another program. Use an empty one, for example sqlite:./data/docket.db`,
    )
  }
  const migrated = db.withTables<{ kysely_migration: { name: string } }>()
  const rows = await migrated.selectFrom('kysely_migration').select('name').execute()
  const made = rows.map(({ name }) => name)
  const unknown = made.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    throw new DatabaseError(
      `DATABASE_URL points to a database of a newer version of this program (${unknown.join(', ')} is unknown here): start that version, or restore the backup taken before the upgrade`,
    )
  }
  return Object.keys(steps).filter((name) => !made.includes(name))
}
