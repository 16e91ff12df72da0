import { sql } from 'kysely'
import { databaseTime } from '../../../platform/database/dialect.ts'
import type { Database, Queryable } from '../../../platform/database/schema.ts'

export interface WorkerRow {
  id: string
  host: string
  pid: number
  /** How long ago it showed itself, in milliseconds by the database's clock. */
  silent_for: number
}

export interface WorkerIdentity {
  id: string
  host: string
  pid: number
}

/** Shows that the worker lives; registers it (again) where it is not known, or has been taken for dead. */
export async function upsertWorker(db: Queryable, worker: WorkerIdentity): Promise<void> {
  const now = databaseTime(db)
  await db
    .insertInto('workers')
    .values({ ...worker, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute()
}

export function listWorkers(db: Queryable): Promise<WorkerRow[]> {
  return db
    .selectFrom('workers')
    .select(['id', 'host', 'pid'])
    .select(sql<number>`${databaseTime(db)} - seen_at`.as('silent_for'))
    .execute()
}

/**
 * What became of messages that the dead had in hand, nobody knows.
 * @returns how many deliveries are now uncertain
 */
export function removeWorkers(db: Database, ids: string[], now: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (ids.length > 0) await trx.deleteFrom('workers').where('id', 'in', ids).execute()
    const uncertain = await trx
      .updateTable('deliveries')
      .set({
        state: 'uncertain',
        worker_id: null,
        updated_at: now,
        server_reply: 'The program ended after the message was handed over',
      })
      .where('worker_id', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('workers').select('workers.id').whereRef('workers.id', '=', 'worker_id'),
          ),
        ),
      )
      .executeTakeFirst()
    return Number(uncertain.numUpdatedRows)
  })
}
