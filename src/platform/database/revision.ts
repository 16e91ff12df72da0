import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { findRevision } from './connect.ts'
import { isDatabaseUnavailable } from './dialect.ts'
import type { Database } from './schema.ts'

/**
 * Queries the revision once for all callers in the same turn of the event loop, and only after they asked: the answer to an
 * earlier query may be older than the request.
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
  /** How long cached values are still served after the last answer of a database that became unavailable. */
  graceMs?: number
}

/**
 * Never serves stale values: the revision is read before the value is made.
 * @param max in units of `sizeOf`, which by default is 1 for each value
 */
export function createRevisionCache<V extends object>(
  revision: { current(): Promise<number> },
  max: number,
  { sizeOf = () => 1, graceMs = 0 }: RevisionCacheOptions<V> = {},
) {
  // Concurrent requests for the same value, as after a change, make it only once.
  const cache = new LRUCache<string, V, () => Promise<V>>({
    maxSize: max,
    sizeCalculation: sizeOf,
    fetchMethod: (_key, _stale, { context: load }) => load(),
    // A caller gets its value even if it was evicted in the meantime.
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
    /** The cached result of `load`, unless public content has changed since, in any process. */
    async get(key: string, load: () => Promise<V>): Promise<V> {
      const name = `${await findCurrent()} ${key}`
      return cache.get(name) ?? cache.forceFetch(name, { context: load })
    },
  }
}
