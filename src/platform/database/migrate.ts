import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseError, explainDatabaseError } from './database-error.ts'
import { mayCreateTables, waitForMigrations } from './dialect.ts'
import { first } from './migrations/001-first.ts'
import { statistics } from './migrations/002-statistics.ts'
import { accessLogImport } from './migrations/003-access-log-import.ts'
import { installation } from './migrations/004-installation.ts'
import { search } from './migrations/005-search.ts'
import { relations } from './migrations/006-relations.ts'
import { corrections } from './migrations/007-corrections.ts'
import { wholeEntries } from './migrations/008-whole-entries.ts'
import type { Database, Queryable } from './schema.ts'

/** Every change of the tables, in order; one that has been released is never changed. */
const migrations: Record<string, Migration> = {
  '001-first': first,
  '002-statistics': statistics,
  '003-access-log-import': accessLogImport,
  '004-installation': installation,
  '005-search': search,
  '006-relations': relations,
  '007-corrections': corrections,
  '008-whole-entries': wholeEntries,
}

/**
 * Brings the tables to this version, wholly or not at all; of several processes that start at once, one does it and
 * the others wait for it.
 * @returns the names of the migrations that it made
 * @throws DatabaseError for a database of a newer version or of another program, which stays as it is
 */
export async function migrateDatabase(db: Database): Promise<string[]> {
  // Without a lock where there is nothing to do: a long import must not keep the service from starting.
  if ((await listPending(db)).length === 0) return []
  try {
    return await db.transaction().execute(migrate)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(
      `DATABASE_URL names a database that could not be brought to this version, and stays as it was: ${explainDatabaseError(error)}`,
    )
  }
}

async function migrate(trx: Queryable): Promise<string[]> {
  await waitForMigrations(trx)
  const pending = await listPending(trx)
  if (pending.length === 0) return []
  if (!(await mayCreateTables(trx))) throw noRights()
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  return pending
}

/** @throws DatabaseError for a database that this version must not touch */
async function listPending(db: Queryable): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const names = tables.map((table) => table.name)
  if (!names.includes('kysely_migration')) {
    if (names.length > 0) throw foreign(names)
    return Object.keys(migrations)
  }
  const made = await listMade(db)
  const unknown = made.filter((name) => !(name in migrations))
  if (unknown.length > 0) throw newer(unknown)
  return Object.keys(migrations).filter((name) => !made.includes(name))
}

async function listMade(db: Queryable): Promise<string[]> {
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}

const foreign = (names: string[]) =>
  new DatabaseError(
    `DATABASE_URL names a database with other tables (${names.slice(0, 3).join(', ')}): it belongs to another program. Name an empty one, for example sqlite:./data/docket.db`,
  )

const newer = (unknown: string[]) =>
  new DatabaseError(
    `DATABASE_URL names a database of a newer version of this program (${unknown.join(', ')} is not known here): start that version, or restore the backup that was taken before the upgrade`,
  )

const noRights = () =>
  new DatabaseError(
    'DATABASE_URL names a database in which that user may not create tables: make the user its owner, for example: ALTER DATABASE docket OWNER TO docket',
  )
