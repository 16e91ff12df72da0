import { sql } from 'kysely'
import { databaseTime } from '../../../platform/database/dialect.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'
import { markAbandoned } from '../delivery-queries.ts'

export type WorkerRow = Awaited<ReturnType<typeof listWorkers>>[number]
export type WorkerIdentity = Omit<WorkerRow, 'silent_for'>

export async function upsertWorker(db: Queryable, worker: WorkerIdentity): Promise<void> {
  const now = databaseTime(db)
  await db
    .insertInto('workers')
    .values({ ...worker, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute()
}

export function listWorkers(db: Queryable) {
  return db
    .selectFrom('workers')
    .select(['id', 'host', 'pid'])
    .select(sql<number>`${databaseTime(db)} - seen_at`.as('silent_for'))
    .execute()
}

export function removeWorkers(db: Database, ids: string[], now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('workers')
      .where('id', 'in', ['', ...ids])
      .execute()
    return markAbandoned(trx, now)
  })
}
