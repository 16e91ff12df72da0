import { setTimeout } from 'node:timers/promises'
import { dialectOf, preferWriting } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Lines of one transaction: alone, and while the service runs on the same database. */
const ALONE = 20_000
const IN_COMPANY = 100
/** After a transaction in company, a rest this many times as long. */
const REST_FACTOR = 3
/** How often the service is looked for. */
const LOOK_EVERY_MS = 2000

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
  let isAlone = true
  let lookedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    if (isShared || now() - lookedAt <= LOOK_EVERY_MS) return
    lookedAt = now()
    isAlone = !(await isServing(db))
    await preferWriting(db, isAlone)
  }

  async function rest(taken: number): Promise<void> {
    if (!isAlone) await setTimeout(Math.ceil(REST_FACTOR * taken))
  }

  return {
    rest,
    /** Hands over as many as one transaction may have at that moment, with rests. */
    async forEach<T>(items: T[], work: (some: T[]) => Promise<void>): Promise<void> {
      for (let start = 0; start < items.length; ) {
        await look()
        const end = start + (isAlone ? ALONE : IN_COMPANY)
        const began = performance.now()
        await work(items.slice(start, end))
        await rest(performance.now() - began)
        start = end
      }
    },
  }
}
