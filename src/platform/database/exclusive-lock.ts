import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Queryable } from './schema.ts'

const RETRY_MS = 200

/** On PostgreSQL a session's advisory lock, so `db` is a single connection; on SQLite one on a small file beside the database. */
export async function holdExclusively(db: Queryable, name: string, onWaiting: () => void) {
  const lock = dialectOf(db) === 'postgres' ? sessionLock(db, name) : await fileLock(db, name)
  if (!(await lock.take())) {
    onWaiting()
    do await setTimeout(RETRY_MS)
    while (!(await lock.take()))
  }
  return lock.release
}

function sessionLock(db: Queryable, name: string) {
  return {
    async take(): Promise<boolean> {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`.execute(db)
      return rows[0]?.taken ?? false
    },
    async release(): Promise<void> {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(db)
    },
  }
}

async function fileLock(db: Queryable, name: string) {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list
    where name = 'main'`.execute(db)
  const held = new SQLite(rows[0]?.file ? `${rows[0].file}-${name}` : ':memory:', { timeout: 0 })
  return {
    async take(): Promise<boolean> {
      try {
        held.exec('begin exclusive')
        return true
      } catch (error) {
        if ((error as { code?: string }).code === 'SQLITE_BUSY') return false
        throw error
      }
    },
    async release(): Promise<void> {
      held.close()
    },
  }
}
