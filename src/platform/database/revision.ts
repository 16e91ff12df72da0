import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { findRevision } from './connect.ts'
import type { Database } from './schema.ts'

/**
 * Asks the database for its revision, once for all who ask in the same turn of the event loop, and never before they
 * asked: an answer that was already under way may be older than the request.
 */
export function createRevision(db: Database): { current(): Promise<number> } {
  let next: Promise<number> | undefined
  return {
    current() {
      next ??= setImmediate().then(() => {
        next = undefined
        return findRevision(db)
      })
      return next
    },
  }
}

export interface RevisionCache<V> {
  /** What `load` made of `key`, as long as nothing that the public sees has changed since, in whichever process. */
  get(key: string, load: () => Promise<V>): Promise<V>
}

/**
 * @param most bound of the cache, in the unit of `sizeOf` (1 for each value unless said)
 * Values made from a state that has passed are never served: the revision is read before the value is made.
 */
export function createRevisionCache<V extends object>(
  revision: { current(): Promise<number> },
  most: number,
  sizeOf: (value: V) => number = () => 1,
): RevisionCache<V> {
  const cache = new LRUCache<string, { revision: number; value: V }>({
    maxSize: most,
    sizeCalculation: (held) => sizeOf(held.value),
  })
  return {
    async get(key, load) {
      const now = await revision.current()
      const held = cache.get(key)
      if (held?.revision === now) return held.value
      const value = await load()
      cache.set(key, { revision: now, value })
      return value
    },
  }
}
