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
const LOOSE_PART = 1 / 4

interface CacheEntry {
  bytes: Buffer
  users: number
  isListed: boolean
}

/** @param maxBytes for all files together, including those still being sent to slow readers; 0 caches nothing */
export function createFileCache(maxBytes: number): FileCache {
  const largest = Math.min(MAX_FILE_BYTES, maxBytes * MAX_SHARE)
  const maxUnused = maxBytes * LOOSE_PART
  let looseBytes = 0
  const reading = new Map<string, Promise<CacheEntry>>()
  const list = new LRUCache<string, CacheEntry>({
    maxSize: Math.max(1, Math.floor(maxBytes - maxUnused)),
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    dispose(entry) {
      entry.isListed = false
      if (entry.users > 0) looseBytes += entry.bytes.length
    },
  })

  function borrow(entry: CacheEntry): CachedFile {
    const { bytes } = entry
    entry.users += 1
    return {
      bytes,
      release() {
        entry.users -= 1
        if (entry.users === 0 && !entry.isListed) looseBytes -= bytes.length
      },
    }
  }

  async function loadFile(key: string, byteSize: number, read: () => Promise<Buffer>) {
    looseBytes += byteSize
    try {
      const bytes = await read()
      if (bytes.length !== byteSize) {
        throw new Error(`stored file ${key} has ${bytes.length} bytes instead of ${byteSize}`)
      }
      const entry = { bytes, users: 0, isListed: true }
      list.set(key, entry)
      return entry
    } finally {
      looseBytes -= byteSize
    }
  }

  return {
    async load(key, byteSize, read) {
      const listed = list.get(key)
      if (listed) return borrow(listed)
      // No `await` between looking and starting, or two reads could start.
      let entry = reading.get(key)
      if (!entry) {
        if (byteSize > largest || looseBytes + byteSize > maxUnused) return undefined
        entry = loadFile(key, byteSize, read).finally(() => reading.delete(key))
        reading.set(key, entry)
      }
      return borrow(await entry)
    },
  }
}
