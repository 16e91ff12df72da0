import { sql } from 'kysely'
import { emptyTable } from '../../../platform/database/backup/snapshots.ts'
import type { Queryable } from '../../../platform/database/schema.ts'
import { NEVER } from './fold-queries.ts'

/**
 * Empties the summaries but for what the records do not tell any more: the visitors of days whose IPs have been erased,
 * and which later visit had such a day before it. Those visits stay as links without downloads until they are folded.
 */
export async function emptySummaries(db: Queryable, erasedThrough: number): Promise<void> {
  await emptyTable(db, 'access_totals')
  if (erasedThrough === NEVER) {
    await emptyTable(db, 'access_returns')
    await emptyTable(db, 'access_visits')
    return
  }
  await db.deleteFrom('access_returns').where('day', '>', erasedThrough).execute()
  const link = sql<boolean>`(previous_day between ${sql.lit(NEVER + 1)} and ${erasedThrough}
    or previous_people_day between ${sql.lit(NEVER + 1)} and ${erasedThrough})`
  await sql`delete from access_visits where not ${link}`.execute(db)
  await db.updateTable('access_visits').set({ downloads: 0, people_downloads: 0 }).execute()
}

/** The next fold begins with the first record. */
export async function markBuilding(db: Queryable, timeZone: string): Promise<void> {
  await db
    .updateTable('access_summary')
    .set({ time_zone: null, building: timeZone, folded_id: 0 })
    .execute()
}
