import { LRUCache } from 'lru-cache'

/** A whole file in memory, in use until it is released once. */
export interface CachedFile {
  readonly bytes: Buffer
  release(): void
}

/** Small files, whole, in bounded memory. Keys are content addresses (storage.ts), so nothing here can go stale. */
export interface FileCache {
  borrow(key: string): CachedFile | undefined
  /**
   * Reads the file if need be, once, however many ask at the same time. `undefined` where it is too large, or where slow
   * readers hold so much that there is no room: then it is to be streamed.
   * @throws what `read` rejects with
   */
  load(key: string, byteSize: number, read: () => Promise<Buffer>): Promise<CachedFile | undefined>
}

const LARGEST = 4 * 1024 * 1024
/** Of the memory, for one file: a few large ones must not drive out all others. */
const LARGEST_PART = 1 / 16
/**
 * Of the memory, for what the list does not hold: files being read, and dropped ones still being sent. Less than the
 * list's, so that a file just read is not dropped before its first borrower has it.
 */
const LOOSE_PART = 1 / 4

class Entry implements CachedFile {
  #users = 0
  #isListed = true
  readonly bytes: Buffer
  /** Told when the bytes are in memory only because they are being sent, and (negative) when no longer. */
  readonly #onLoose: (bytes: number) => void

  constructor(bytes: Buffer, onLoose: (bytes: number) => void) {
    this.bytes = bytes
    this.#onLoose = onLoose
  }
  borrow(): this {
    this.#users += 1
    return this
  }
  release(): void {
    this.#users -= 1
    if (this.#users === 0 && !this.#isListed) this.#onLoose(-this.bytes.length)
  }
  drop(): void {
    this.#isListed = false
    if (this.#users > 0) this.#onLoose(this.bytes.length)
  }
}

/** @param maxBytes for all files together, those still being sent to slow readers included; 0 caches nothing */
export function createFileCache(maxBytes: number): FileCache {
  const largest = Math.min(LARGEST, maxBytes * LARGEST_PART)
  const mostLoose = maxBytes * LOOSE_PART
  let looseBytes = 0
  const onLoose = (bytes: number) => {
    looseBytes += bytes
  }
  const reading = new Map<string, Promise<Entry>>()
  const list = new LRUCache<string, Entry>({
    maxSize: Math.max(1, Math.floor(maxBytes - mostLoose)),
    sizeCalculation: (entry) => Math.max(1, entry.bytes.length),
    dispose: (entry) => entry.drop(),
  })

  async function readEntry(key: string, byteSize: number, read: () => Promise<Buffer>) {
    onLoose(byteSize)
    try {
      const bytes = await read()
      if (bytes.length !== byteSize) {
        throw new Error(`stored file ${key} has ${bytes.length} bytes instead of ${byteSize}`)
      }
      const entry = new Entry(bytes, onLoose)
      list.set(key, entry)
      return entry
    } finally {
      onLoose(-byteSize)
    }
  }

  return {
    borrow: (key) => list.get(key)?.borrow(),
    async load(key, byteSize, read) {
      const listed = list.get(key)
      if (listed) return listed.borrow()
      // Nothing is awaited between looking and starting: else two could start.
      let entry = reading.get(key)
      if (!entry) {
        if (byteSize > largest || looseBytes + byteSize > mostLoose) return undefined
        entry = readEntry(key, byteSize, read).finally(() => reading.delete(key))
        reading.set(key, entry)
      }
      return (await entry).borrow()
    },
  }
}
