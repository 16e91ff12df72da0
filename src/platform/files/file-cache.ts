export type FileCache = ReturnType<typeof createFileCache>

const MAX_FILE_BYTES = 4 * 1024 * 1024
/** Share of the memory for one file, so that a few large ones do not evict all others. */
const MAX_SHARE = 1 / 16

interface Cached {
  bytes: Promise<Buffer>
  byteSize: number
  users: number
}

/** Caches small files whole. @param maxBytes for all files together, including those being read or sent; 0 caches nothing */
export function createFileCache(maxBytes: number) {
  const largest = Math.min(MAX_FILE_BYTES, maxBytes * MAX_SHARE)
  /** The least recently used first. */
  const files = new Map<string, Cached>()
  let total = 0

  function remove(key: string): void {
    total -= files.get(key)?.byteSize ?? 0
    files.delete(key)
  }

  function makeRoom(byteSize: number): boolean {
    for (const [key, { users }] of files) {
      if (total + byteSize <= maxBytes) break
      if (users === 0) remove(key)
    }
    return total + byteSize <= maxBytes
  }

  async function readWhole(key: string, byteSize: number, read: () => Promise<Buffer>) {
    try {
      const bytes = await read()
      if (bytes.length === byteSize) return bytes
      throw new Error(`stored file ${key} has ${bytes.length} bytes instead of ${byteSize}`)
    } catch (error) {
      remove(key)
      throw error
    }
  }

  return {
    /** Each caller releases it once. `undefined`: it must be streamed, being too large, or slow readers hold too much memory. */
    async load(key: string, byteSize: number, read: () => Promise<Buffer>) {
      const cached = files.get(key)
      if (!cached) {
        if (byteSize > largest || !makeRoom(byteSize)) return undefined
        total += byteSize
      }
      const file = cached ?? { bytes: readWhole(key, byteSize, read), byteSize, users: 0 }
      files.delete(key)
      files.set(key, file)
      file.users += 1
      return {
        bytes: await file.bytes,
        release() {
          file.users -= 1
        },
      }
    },
  }
}
