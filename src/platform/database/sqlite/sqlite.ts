import SQLite from 'better-sqlite3'
import { LRUCache } from 'lru-cache'

/**
 * Opens the file with write-ahead log and synchronous=FULL: a committed row survives kill -9 and a power cut. Nothing else
 * in a process may open it, or its -wal or -shm, not even to read: closing it would drop the locks that this process has
 * on it (SQLite, "How To Corrupt", 2.2; docs/decisions/034).
 */
export function openSqlite(file: string): SQLite.Database {
  const database = new SQLite(file, { timeout: 10_000 })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    database.pragma('cache_size = -32000')
    database.pragma('mmap_size = 268435456')
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

export interface KeptStatements {
  prepare(text: string): SQLite.Statement
  close(): void
}

/** More than the program has; what a visitor's search makes up comes and goes. */
const MOST_STATEMENTS = 500

/**
 * The database with its prepared statements kept: reading the text of a short statement costs as much as running it. A
 * statement follows changes of the schema by itself; one that is still giving its rows cannot be started again.
 */
export function keepStatements(database: SQLite.Database): KeptStatements {
  const statements = new LRUCache<string, SQLite.Statement>({ max: MOST_STATEMENTS })
  return {
    prepare(text) {
      const kept = statements.get(text)
      if (kept && !kept.busy) return kept
      const statement = database.prepare(text)
      statements.set(text, statement)
      return statement
    },
    close: () => void database.close(),
  }
}
