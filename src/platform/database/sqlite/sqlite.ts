import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

const RESERVE = Buffer.alloc(1024 * 1024)
const reserveOf = (file: string) => `${file}-reserve`

/** On a full disk SQLite could not even create the log's index, so that nothing could start or be backed up. */
export function reserveDiskSpace(file: string): void {
  const { size } = statSync(reserveOf(file), { throwIfNoEntry: false }) ?? {}
  if (size === RESERVE.length) return
  try {
    writeFileSync(reserveOf(file), RESERVE)
  } catch {
    // The next start tries again.
  }
}

/** Frees the reserve if the disk is full. */
export function openSqlite(file: string): SQLite.Database {
  try {
    return openFile(file)
  } catch (error) {
    const isFull = /^SQLITE_(FULL|IOERR)/.test((error as { code?: string }).code ?? '')
    if (!isFull || !existsSync(reserveOf(file))) throw error
    rmSync(reserveOf(file))
    return openFile(file)
  }
}

/**
 * With a write-ahead log and synchronous=FULL, a committed row survives kill -9 and a power failure. Nothing else in the
 * process may open the file, its -wal, or its -shm: closing it would drop this process's locks (decision 034).
 */
function openFile(file: string): SQLite.Database {
  const database = new SQLite(file, { timeout: 10_000 })
  try {
    if (isOwn(database)) database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    database.pragma('cache_size = -32000')
    // Downloads come so often that with the default, 1000, many pages were moved to the database again and again.
    database.pragma('wal_autocheckpoint = 4000')
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Another program's database, named by mistake, is refused during migration and must not be changed before that. */
function isOwn(database: SQLite.Database): boolean {
  const names = database.prepare('select name from sqlite_schema').pluck().all()
  return names.length === 0 || names.includes('kysely_migration')
}

export type CachedStatements = ReturnType<typeof cacheStatements>

/** Caches prepared statements, because parsing a short one costs as much as running it. Skips those still returning rows. */
export function cacheStatements(database: SQLite.Database) {
  const statements = new LRUCache<string, SQLite.Statement>({ max: 500 })
  return {
    prepare(text: string): SQLite.Statement {
      const kept = statements.get(text)
      if (kept && !kept.busy) return kept
      const statement = database.prepare(text)
      statements.set(text, statement)
      return statement
    },
    close: () => void database.close(),
  }
}
