import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Database } from './schema.ts'

/** One query for all callers in the same turn of the event loop, begun after their calls: an earlier one may be stale. */
export function createRevision(db: Database): { current(): Promise<number> } {
  let next: Promise<number> | undefined
  return {
    current() {
      next ??= setImmediate().then(async () => {
        next = undefined
        return (await db.selectFrom('revision').select('value').executeTakeFirstOrThrow()).value
      })
      return next
    },
  }
}

/** If the revision cannot be read, nothing is served: another process may have withdrawn it. @param max in units of `sizeOf` */
export function createRevisionCache<V extends object>(
  revision: { current(): Promise<number> },
  max: number,
  sizeOf: (value: V) => number = () => 1,
) {
  const cache = new LRUCache<string, V, () => Promise<V>>({
    maxSize: max,
    sizeCalculation: sizeOf,
    fetchMethod: (_key, _stale, { context: load }) => load(),
    // A caller gets its value even if it was evicted in the meantime.
    ignoreFetchAbort: true,
  })

  return {
    async get(key: string, load: () => Promise<V>): Promise<V> {
      const name = `${await revision.current()} ${key}`
      return cache.get(name) ?? cache.forceFetch(name, { context: load })
    },
  }
}
