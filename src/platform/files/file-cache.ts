import { LRUCache } from 'lru-cache'

/** A whole file in memory, in use until `release` is called, once. */
export interface CachedFile {
  readonly bytes: Buffer
  release(): void
}

/** Caches small files whole, in bounded memory. Keys are content addresses (storage.ts), so nothing can go stale. */
export interface FileCache {
  /**
   * Reads the file if needed, once even for concurrent callers. `undefined` means that it must be streamed, because it is
   * too large or slow readers hold too much memory.
   * @throws what `read` rejects with
   */
  load(key: string, byteSize: number, read: () => Promise<Buffer>): Promise<CachedFile | undefined>
}

const MAX_FILE_BYTES = 4 * 1024 * 1024
/** Share of the memory for one file, so that a few large ones do not evict all others. */
const MAX_SHARE = 1 / 16
/**
 * Share of the memory for files outside the list: those being read, and evicted ones still being sent. Less than the list's
 * share, so that a file just read is not evicted before its first borrower has it.
 */
const UNLISTED_SHARE = 1 / 4

interface Cached {
  bytes: Buffer
  users: number
  isListed: boolean
}

/** @param maxBytes for all files together, including those still being sent to slow readers; 0 caches nothing */
export function createFileCache(maxBytes: number): FileCache {
  const largest = Math.min(MAX_FILE_BYTES, maxBytes * MAX_SHARE)
  const maxUnlisted = maxBytes * UNLISTED_SHARE
  let unlistedBytes = 0
  const reading = new Map<string, Promise<Cached>>()
  const list = new LRUCache<string, Cached>({
    maxSize: Math.max(1, Math.floor(maxBytes - maxUnlisted)),
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    dispose(cached) {
      cached.isListed = false
      if (cached.users > 0) unlistedBytes += cached.bytes.length
    },
  })

  function borrow(cached: Cached): CachedFile {
    const { bytes } = cached
    cached.users += 1
    return {
      bytes,
      release() {
        cached.users -= 1
        if (cached.users === 0 && !cached.isListed) unlistedBytes -= bytes.length
      },
    }
  }

  async function loadFile(key: string, byteSize: number, read: () => Promise<Buffer>) {
    unlistedBytes += byteSize
    try {
      const bytes = await read()
      if (bytes.length !== byteSize) {
        throw new Error(`stored file ${key} has ${bytes.length} bytes instead of ${byteSize}`)
      }
      const cached = { bytes, users: 0, isListed: true }
      list.set(key, cached)
      return cached
    } finally {
      unlistedBytes -= byteSize
    }
  }

  return {
    async load(key, byteSize, read) {
      const listed = list.get(key)
      if (listed) return borrow(listed)
      // No `await` between looking and starting, or two reads could start.
      let cached = reading.get(key)
      if (!cached) {
        if (byteSize > largest || unlistedBytes + byteSize > maxUnlisted) return undefined
        cached = loadFile(key, byteSize, read).finally(() => reading.delete(key))
        reading.set(key, cached)
      }
      return borrow(await cached)
    },
  }
}
