import { setTimeout } from 'node:timers/promises'
import { countOtherCommits, dialectOf, preferWriting } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Lines of one transaction: alone, and while the service or anyone else writes to the same database. */
const ALONE = 20_000
const IN_COMPANY = 100
/** After a transaction in company, a rest this many times as long. */
const REST_FACTOR = 3
/** Others count as gone when they wrote nothing for so long, and the service is asked for so often. */
const QUIET_MS = 2000

export interface Pace {
  /** How many lines the next transaction may have. */
  size(): Promise<number>
  /** Rests after a transaction that took so many milliseconds, so that others come to their turn. */
  rest(taken: number): Promise<void>
}

/**
 * SQLite has one writer at a time, and a visitor's download waits for it: while the service runs, the import takes
 * the lock for a few milliseconds only and leaves it free for three times as long. On PostgreSQL nobody waits for anybody.
 */
export function createPace(
  db: Database,
  now: () => number,
  isServing: (db: Database) => Promise<boolean>,
): Pace {
  if (dialectOf(db) === 'postgres') return { size: async () => ALONE, rest: async () => {} }
  let commits: number | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let companyUntil = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    const counted = await countOtherCommits(db)
    const isBusy = commits !== undefined && counted !== commits
    commits = counted
    if (isBusy || (now() - lookedAt > QUIET_MS && (await isServing(db))))
      companyUntil = now() + 2 * QUIET_MS
    if (now() - lookedAt > QUIET_MS) lookedAt = now()
    await preferWriting(db, now() > companyUntil)
  }

  return {
    async size() {
      await look()
      return now() > companyUntil ? ALONE : IN_COMPANY
    },
    async rest(taken) {
      if (now() <= companyUntil) await setTimeout(Math.ceil(REST_FACTOR * taken))
    },
  }
}
