import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/schema.ts'

/**
 * Statements that wait for another transaction of this PostgreSQL database.
 * @param db not a transaction, which would see no connection that is opened after the first count
 */
export async function countWaiting(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count
}
