import { setTimeout } from 'node:timers/promises'
import { dialectOf } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Lines per transaction while the service is running on the same database. */
const ITEMS_WHILE_SERVING = 100
/** While the service is running, each transaction is followed by a rest this many times as long. */
const REST_FACTOR = 3
/** How often to check whether the service is running. */
const CHECK_EVERY_MS = 2000

/**
 * SQLite allows one writer at a time, and visitors' downloads wait for it: while the service is running, the import holds
 * the lock for only a few milliseconds and then leaves it free for three times as long. PostgreSQL needs no such pauses.
 */
export function createImportPace(
  db: Database,
  now: () => number,
  isServing: (db: Database) => Promise<boolean>,
) {
  const isShared = dialectOf(db) === 'postgres'
  let isAlone = true
  let checkedAt = Number.NEGATIVE_INFINITY

  async function checkServing(): Promise<void> {
    if (isShared || now() - checkedAt <= CHECK_EVERY_MS) return
    checkedAt = now()
    isAlone = !(await isServing(db))
  }

  async function rest(taken: number): Promise<void> {
    if (!isAlone) await setTimeout(Math.ceil(REST_FACTOR * taken))
  }

  return {
    rest,
    /** Processes the items at once, or, while the service is running, in small transactions with rests in between. */
    async forEach<T>(items: T[], work: (some: T[]) => Promise<void>): Promise<void> {
      for (let start = 0; start < items.length; ) {
        await checkServing()
        const end = start + (isAlone ? items.length : ITEMS_WHILE_SERVING)
        const began = performance.now()
        await work(items.slice(start, end))
        await rest(performance.now() - began)
        start = end
      }
    },
  }
}
