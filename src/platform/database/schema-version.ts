import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { version } from '../http/assets.ts'
import { DatabaseError } from './database-error.ts'
import { type DialectName, dialectOf } from './dialect.ts'
import { migrateDatabase } from './migrate.ts'
import type { Database } from './schema.ts'

/** Of the tables of this version; a test computes them anew. Until 2.0.0 is released they change with its migration. */
export const FINGERPRINTS: Record<DialectName, string> = {
  sqlite: 'eb12b18e5ce6a159',
  postgres: '52e099582c2789d5',
}

/** What every command and service does first. @throws DatabaseError for tables that this version does not know */
export async function upgradeDatabase(db: Database): Promise<void> {
  await migrateDatabase(db)
  await refuseOtherSchema(db)
}

/** Otherwise some statement would fail later (PROMISES 38). Writes only at the first start of a version. */
export async function refuseOtherSchema(db: Database): Promise<void> {
  const now = { version: version(), fingerprint: await computeFingerprint(db) }
  const versions = db.selectFrom('schema_version').select(['version', 'fingerprint'])
  const stored = await versions.executeTakeFirst().catch(() => undefined)
  if (now.fingerprint !== FINGERPRINTS[dialectOf(db)]) {
    throw new DatabaseError(
      `DATABASE_URL points to a database that docket ${stored?.version || 'before 2.0.0'} used last, and whose tables are not those of this version (${now.version}): start that version, undo what changed them, or restore a backup. Nothing was changed`,
    )
  }
  if (!isDeepStrictEqual(stored, now)) await db.updateTable('schema_version').set(now).execute()
}

/** Computed from the catalog, not from the text of statements, which PostgreSQL's versions write differently. */
export async function computeFingerprint(db: Database): Promise<string> {
  const tables = await db.introspection.getTables()
  const own = tables.find(({ name }) => name === 'revision')?.schema
  const columns = tables
    .filter(({ schema, isView }) => schema === own && !isView)
    .flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType, isNullable, hasDefaultValue }) =>
        [`${table}.${name}`, dataType, isNullable, hasDefaultValue].join(' '),
      ),
    )
  const { rows } = await (dialectOf(db) === 'sqlite' ? sqliteParts : postgresParts).execute(db)
  const lines = [...columns, ...rows.map(({ part }) => part)].sort()
  return hash('sha256', lines.join('\n')).slice(0, 16)
}

const sqliteParts = sql<{ part: string }>`select type || ' ' || name as part from sqlite_schema
  where type in ('index', 'trigger') and name not like 'sqlite!_%' escape '!'`

const postgresParts = sql<{ part: string }>`
  select 'index ' || indexname as part from pg_indexes
  where schemaname = current_schema() and tablename not like 'kysely\\_%'
  union all select 'trigger ' || tgname from pg_trigger join pg_class c on c.oid = tgrelid
  where not tgisinternal and c.relnamespace = current_schema()::regnamespace`
