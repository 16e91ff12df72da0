import { setTimeout } from 'node:timers/promises'
import { dialectOf } from '../../platform/database/dialect.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Lines per transaction while the service is running on the same database. */
const ITEMS_WHILE_SERVING = 100
/** While the service is running, each transaction is followed by a rest this many times as long. */
const REST_FACTOR = 3

/**
 * SQLite allows one writer at a time, and visitors' downloads wait for it: if the service is running, the import holds
 * the lock for only a few milliseconds and then leaves it free for three times as long. PostgreSQL needs no such pauses.
 */
export async function createImportPace(
  db: Database,
  isServing: (db: Database) => Promise<boolean>,
) {
  const isAlone = dialectOf(db) === 'postgres' || !(await isServing(db))

  async function rest(taken: number): Promise<void> {
    if (!isAlone) await setTimeout(Math.ceil(REST_FACTOR * taken))
  }

  return {
    rest,
    /** Processes the items at once, or, while the service is running, in small transactions with rests in between. */
    async forEach<T>(items: T[], work: (some: T[]) => Promise<void>): Promise<void> {
      const size = isAlone ? items.length : ITEMS_WHILE_SERVING
      for (let start = 0; start < items.length; start += size) {
        const began = performance.now()
        await work(items.slice(start, start + size))
        await rest(performance.now() - began)
      }
    },
  }
}
