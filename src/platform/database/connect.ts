import { closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { CompiledQuery, Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { isUniqueViolation, postgresDialect, sqliteDialect } from './dialect.ts'
import { first } from './migrations/001-first.ts'
import type { Database, Queryable, Schema } from './schema.ts'

/** A database that cannot be used; its message is one line for the operator. */
export class DatabaseError extends Error {}

/**
 * Opens the database and proves that it answers.
 * @param url `sqlite:FILE` or `postgres://…`
 * @throws DatabaseError when it is out of reach, corrupt, or not a database of this program
 */
export async function connectDatabase(
  url: string,
  onIdleError: (error: Error) => void = () => {},
): Promise<Database> {
  const isSqlite = url.startsWith('sqlite:')
  const file = url.slice('sqlite:'.length)
  try {
    if (isSqlite) prepareFile(file)
    const dialect = isSqlite ? sqliteDialect(file) : postgresDialect(url, onIdleError)
    const db = new Kysely<Schema>({ dialect })
    await db.executeQuery(
      CompiledQuery.raw(isSqlite ? 'select count(*) from sqlite_master' : 'select 1'),
    )
    return db
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(
      `DATABASE_URL cannot be opened: ${explain(error)} (${isSqlite ? file : withoutPassword(url)})`,
    )
  }
}

/** Brings the tables to this version; a newer or foreign database is refused untouched. */
export async function migrateDatabase(db: Database): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ '001-first': first }) },
  })
  await refuseForeign(db)
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    throw new DatabaseError(`The database could not be brought to this version: ${explain(error)}`)
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** Raised by triggers with every committed change of what the public sees. */
export async function findRevision(db: Queryable): Promise<number> {
  const row = await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()
  return row.value
}

/** Runs the insert; `undefined` when a unique index already holds such a row. */
export async function unlessTaken<T>(insert: () => Promise<T>): Promise<T | undefined> {
  try {
    return await insert()
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

async function refuseForeign(db: Database): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const names = new Set(tables.map((table) => table.name))
  if (names.size > 0 && !names.has('kysely_migration')) {
    throw new DatabaseError(
      `DATABASE_URL names a database with other tables (${[...names].slice(0, 3).join(', ')}): it belongs to another program. Name an empty one, for example sqlite:./data/docket.db`,
    )
  }
}

const SQLITE_HEADER = 'SQLite format 3\0'

/** better-sqlite3 would report a foreign file only at the first query, and in its own words. */
function prepareFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) return
  const head = Buffer.alloc(SQLITE_HEADER.length)
  const descriptor = openSync(file, 'r')
  const read = readSync(descriptor, head)
  closeSync(descriptor)
  if (read > 0 && head.toString('latin1') !== SQLITE_HEADER) {
    throw new DatabaseError(
      `DATABASE_URL names a file that is not a database: ${file}. Restore it from a backup, or move it away to begin empty`,
    )
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'no permission to read and write there',
  EROFS: 'the folder is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  SQLITE_READONLY: 'the file is read-only',
  SQLITE_CANTOPEN: 'no permission to read and write there, or it is a folder',
  SQLITE_CORRUPT: 'the file is damaged; restore it from a backup',
  SQLITE_NOTADB: 'the file is not a database, or is damaged; restore it from a backup',
  SQLITE_FULL: 'the disk is full',
  ECONNREFUSED: 'nothing answers at that host and port',
  ENOTFOUND: 'that host is not known',
  '28P01': 'wrong user or password',
  '3D000': 'that database does not exist',
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  const known = code ? (REASONS[code] ?? REASONS[code.split('_').slice(0, 2).join('_')]) : undefined
  return known ?? message ?? String(error)
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.href
}
