import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { dialectOf, isConnectionLost } from './dialect.ts'
import type { Database, Queryable } from './schema.ts'

/**
 * Runs the transaction, and once more if PostgreSQL closed the connection meanwhile. Never commits it twice: if the connection
 * was lost during the commit, the server is asked what became of it.
 */
export async function transactOnce<T>(db: Database, work: (trx: Queryable) => Promise<T>) {
  if (dialectOf(db) === 'sqlite') return db.transaction().execute(work)
  let attempt: { id: string; result: T } | undefined
  const run = () =>
    db.transaction().execute(async (trx) => {
      const { id } = await trx.selectNoFrom(transactionId).executeTakeFirstOrThrow()
      const result = await work(trx)
      attempt = { id, result }
      return result
    })
  try {
    return await run()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    const outcome = await findOutcome(db, attempt?.id)
    if (outcome === 'unknown') throw error
    return attempt && outcome === 'committed' ? attempt.result : run()
  }
}

const transactionId = sql<string>`cast(pg_current_xact_id() as text)`.as('id')

const MAX_CHECKS = 20
const CHECK_EVERY_MS = 100

/** Also gives the pool time to notice which of its connections are closed. @param id undefined: it came to no commit */
async function findOutcome(db: Database, id: string | undefined) {
  for (let check = 0; check < MAX_CHECKS; check += 1) {
    if (check > 0) await sleep(CHECK_EVERY_MS)
    try {
      const { rows } = await sql<{ status: string | null }>`
        select pg_xact_status(cast(cast(${id ?? null} as text) as xid8)) as status`.execute(db)
      const status = rows[0]?.status
      if (id === undefined || status === 'aborted') return 'aborted'
      if (status === 'committed') return 'committed'
    } catch (error) {
      if (!isConnectionLost(error)) throw error
    }
  }
  return 'unknown'
}
