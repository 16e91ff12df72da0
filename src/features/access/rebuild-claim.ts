import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { databaseTime } from '../../platform/database/dialect.ts'
import type { Database, Queryable } from '../../platform/database/schema.ts'

/** Whoever has not shown itself for so long has died; on SQLite nobody can while a statement runs. */
const DEAD_AFTER_MS = 600_000
const SHOW_EVERY_MS = 10_000

/** Another process has taken over, since this one seemed dead. */
export class LostClaimError extends Error {
  override message = 'another process is rebuilding the statistics'
}

/** One process at a time builds the summaries; until it has, there are none. */
export interface Claim {
  /** To be called first in every transaction that writes. @throws LostClaimError, or why it was given up */
  hold(trx: Queryable): Promise<void>
  /** Lets another begin at once, where this one has not come to its end. */
  release(): Promise<void>
}

/**
 * @param db shows that this process lives, while the connection that builds is busy for long
 * @param signal the claim cannot be held any longer
 * @returns undefined where another process is building
 */
export async function claimRebuild(db: Database, signal?: AbortSignal): Promise<Claim | undefined> {
  const id = randomUUID()
  const now = databaseTime(db)
  const { numUpdatedRows } = await db
    .updateTable('access_summary')
    .set({ rebuilder: id, rebuilder_seen_at: now, time_zone: null })
    .where(
      sql<boolean>`(rebuilder is null or rebuilder_seen_at < ${now} - ${sql.lit(DEAD_AFTER_MS)})`,
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  const mine = (to: Queryable) =>
    to
      .updateTable('access_summary')
      .set({ rebuilder_seen_at: databaseTime(to) })
      .where('rebuilder', '=', id)
      .executeTakeFirstOrThrow()
  const timer = setInterval(() => void mine(db).catch(() => {}), SHOW_EVERY_MS)
  timer.unref()
  return {
    async hold(trx) {
      signal?.throwIfAborted()
      if ((await mine(trx)).numUpdatedRows === 0n) throw new LostClaimError()
    },
    async release() {
      clearInterval(timer)
      await db
        .updateTable('access_summary')
        .set({ rebuilder: null })
        .where('rebuilder', '=', id)
        .execute()
    },
  }
}
