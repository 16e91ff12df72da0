import { LRUCache } from 'lru-cache'
import { findRevision } from './connect.ts'
import type { Database } from './schema.ts'

/**
 * Asks the database for its revision, at most once at a time. Who asks while a question is under way gets the
 * answer to the next one: the first may have been put before his request came.
 */
export function createRevision(db: Database): { current(): Promise<number> } {
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined
  const ask = () => {
    running = findRevision(db).finally(() => {
      running = undefined
    })
    return running
  }
  return {
    current() {
      if (!running) return ask()
      next ??= running.then(startNext, startNext)
      return next
    },
  }
  function startNext(): Promise<number> {
    next = undefined
    return ask()
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
