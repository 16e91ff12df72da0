import { type RawBuilder, sql } from 'kysely'
import { sqlIsDue } from '../waits.ts'
import { databaseTime } from './dialect.ts'
import { hasRows } from './query-results.ts'
import type { Queryable } from './schema.ts'

/* A lease is a time of the database's own clock, so the machines' clocks do not matter. */

/** Leases are renewed and checked every third of this, so what a killed process held is noticed within 30 seconds. */
export const LEASE_MS = 20_000

export const leaseEnd = (db: Queryable): RawBuilder<number> =>
  sql<number>`${databaseTime(db)} + ${LEASE_MS}`

/** Also over if it was taken while the clock was ahead (waits.ts). */
export const isLeaseOver = (db: Queryable, column: string): RawBuilder<boolean> =>
  sqlIsDue(column, databaseTime(db), LEASE_MS)

export const markServing = (db: Queryable) =>
  db
    .updateTable('installation')
    .set({ serving_until: leaseEnd(db) })
    .execute()

/** At a clean stop, so that nobody waits for the lease; another process that is still running takes it again soon. */
export const markStopping = (db: Queryable) =>
  db.updateTable('installation').set({ serving_until: 0 }).execute()

/** Or was a moment ago. */
export const isServing = (db: Queryable): Promise<boolean> =>
  hasRows(db.selectFrom('installation').where((eb) => eb.not(isLeaseOver(db, 'serving_until'))))
