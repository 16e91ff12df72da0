import type SQLite from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { LRUCache } from 'lru-cache'

/** More than the program has; what a visitor's search makes up comes and goes. */
const MOST_STATEMENTS = 500

/**
 * The database with its prepared statements kept: reading the text of a short statement costs as much as running it. A
 * statement follows changes of the schema by itself; one that is still giving its rows cannot be started again.
 */
export function keepStatements(database: SQLite.Database): SqliteDatabase {
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
