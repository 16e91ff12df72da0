import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { findRevision } from './connect.ts'
import { isDatabaseUnavailable } from './dialect.ts'
import type { Database } from './schema.ts'

/**
 * Asks for the revision once for all who ask in the same turn of the event loop, and never before they asked: an answer
 * already under way may be older than the request.
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

interface RevisionCacheOptions<V> {
  sizeOf?: (value: V) => number
  /** How long after its last answer a database that is gone is taken to hold what it held then. */
  graceMs?: number
}

/**
 * Values of a state that has passed are never served: the revision is read before the value is made.
 * @param most in the unit of `sizeOf`, which is 1 for each value unless given
 */
export function createRevisionCache<V extends object>(
  revision: { current(): Promise<number> },
  most: number,
  { sizeOf = () => 1, graceMs = 0 }: RevisionCacheOptions<V> = {},
) {
  // Of those who ask for the same at once, as after a change, one makes it.
  const cache = new LRUCache<string, V, () => Promise<V>>({
    maxSize: most,
    sizeCalculation: sizeOf,
    fetchMethod: (_key, _stale, { context: load }) => load(),
    // Whoever waits for a value gets it, even if others have taken its place meanwhile.
    ignoreFetchAbort: true,
  })
  let last = { revision: -1, at: Number.NEGATIVE_INFINITY }

  async function findCurrent(): Promise<number> {
    try {
      const now = await revision.current()
      last = { revision: now, at: performance.now() }
      return now
    } catch (error) {
      const isWithinGrace = performance.now() - last.at < graceMs
      if (!isWithinGrace || !isDatabaseUnavailable(error)) throw error
      return last.revision
    }
  }

  return {
    /** What `load` made of `key`, as long as nothing that the public sees has changed since, in whichever process. */
    async get(key: string, load: () => Promise<V>): Promise<V> {
      const name = `${await findCurrent()} ${key}`
      return cache.get(name) ?? cache.forceFetch(name, { context: load })
    },
  }
}
