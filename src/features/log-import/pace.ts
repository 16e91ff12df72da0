import { setTimeout } from 'node:timers/promises'
import { countOtherCommits, dialectOf, preferWriting } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Lines of one transaction: alone, and while the service or anyone else writes to the same database. */
const ALONE = 20_000
const IN_COMPANY = 100
/** After a transaction in company, a rest this many times as long. */
const REST_FACTOR = 3
/** Others are gone once they have written nothing for this long; the service is looked for as often. */
const QUIET_MS = 2000

/**
 * SQLite has one writer at a time, and a visitor's download waits for it: while the service runs, the import takes
 * the lock for a few milliseconds only and leaves it free for three times as long. On PostgreSQL nobody waits for anybody.
 */
export function createPace(
  db: Database,
  now: () => number,
  isServing: (db: Database) => Promise<boolean>,
) {
  const isShared = dialectOf(db) === 'postgres'
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

  async function rest(taken: number): Promise<void> {
    if (!isShared && now() <= companyUntil) await setTimeout(Math.ceil(REST_FACTOR * taken))
  }

  return {
    rest,
    /** Hands over as many as one transaction may have at that moment, with rests. */
    async forEach<T>(items: T[], work: (some: T[]) => Promise<void>): Promise<void> {
      for (let start = 0; start < items.length; ) {
        if (!isShared) await look()
        const end = start + (now() > companyUntil ? ALONE : IN_COMPANY)
        const began = performance.now()
        await work(items.slice(start, end))
        await rest(performance.now() - began)
        start = end
      }
    },
  }
}
