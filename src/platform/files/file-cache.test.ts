import { expect, test } from 'vitest'
import { createFileCache, type FileCache } from './file-cache.ts'

const MB = 1024 * 1024

/** Loads files of 1 MB, whose reads finish only when all have begun. */
async function loadAtOnce(cache: FileCache, keys: string[]) {
  const pending: ((bytes: Buffer) => void)[] = []
  const read = () => new Promise<Buffer>((resolve) => pending.push(resolve))
  const loads = keys.map((key) => cache.load(key, MB, read))
  const reads = pending.length
  for (const resolve of pending) resolve(Buffer.alloc(MB))
  return { reads, files: await Promise.all(loads) }
}

const keysOf = (prefix: string, length: number) =>
  Array.from({ length }, (_, index) => `${prefix}${index}`)

const load = (cache: FileCache, key: string, byteSize: number) =>
  cache.load(key, byteSize, async () => Buffer.alloc(byteSize))

/** Returns what is cached, without reading. */
const borrow = (cache: FileCache, key: string) =>
  cache.load(key, 1, () => Promise.reject(new Error('not at hand'))).catch(() => undefined)

async function fill(cache: FileCache, prefix: string, count: number) {
  for (const key of keysOf(prefix, count)) (await load(cache, key, MB))?.release()
}

test('a file is read once and borrowed from then on', async () => {
  const cache = createFileCache(64 * MB)
  expect(await borrow(cache, 'a')).toBeUndefined()
  const file = await cache.load('a', 3, async () => Buffer.from('PDF'))
  expect(file?.bytes.toString()).toBe('PDF')
  expect((await borrow(cache, 'a'))?.bytes).toBe(file?.bytes)
})

test('simultaneous misses read the file once', async () => {
  const { reads, files } = await loadAtOnce(createFileCache(64 * MB), Array(50).fill('a'))
  expect(reads).toBe(1)
  expect(new Set(files.map((file) => file?.bytes)).size).toBe(1)
})

test('a failed read fails for all who wait, and the next one reads again', async () => {
  const cache = createFileCache(64 * MB)
  const broken = () => Promise.reject(new Error('disk'))
  const loads = [cache.load('a', MB, broken), cache.load('a', MB, broken)]
  const results = await Promise.allSettled(loads)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await load(cache, 'a', MB)).toBeDefined()
})

test('a file of the wrong size is a failed read, and frees its memory', async () => {
  const cache = createFileCache(16 * MB)
  for (let i = 0; i < 10; i += 1)
    await expect(cache.load('a', MB, async () => Buffer.alloc(5))).rejects.toThrow('5 bytes')
  expect(await load(cache, 'b', MB)).toBeDefined()
})

test.each([
  ['more than 4 MiB', 1024 * MB, 4 * MB, 4 * MB + 1],
  ['more than a sixteenth of the memory', 16 * MB, MB, MB + 1],
  ['anything, without memory', 0, 0, 1],
])('%s is never cached', async (_why, maxBytes, fits, tooLarge) => {
  const cache = createFileCache(maxBytes)
  expect(await load(cache, 'fits', fits)).toBeDefined()
  expect(await load(cache, 'large', tooLarge)).toBeUndefined()
})

test('the least recently used are evicted first', async () => {
  const cache = createFileCache(16 * MB)
  await fill(cache, 'a', 16)
  const used = await borrow(cache, 'a0')
  used?.release()
  await fill(cache, 'b', 15)
  expect(await borrow(cache, 'a0')).toBeDefined()
  expect(await borrow(cache, 'a1')).toBeUndefined()
  expect(await borrow(cache, 'b14')).toBeDefined()
})

test('files count until their slow readers have finished', async () => {
  const cache = createFileCache(16 * MB)
  const held: Awaited<ReturnType<typeof load>>[] = []
  for (let i = 0; i < 100; i += 1) {
    const file = await load(cache, `slow${i}`, MB)
    if (!file) break
    held.push(file)
  }
  expect(held.length).toBe(16)
  expect(await load(cache, 'next', MB)).toBeUndefined()
  expect(await borrow(cache, `slow${held.length - 1}`)).toBeDefined()
  for (const file of held) file?.release()
  expect(await load(cache, 'next', MB)).toBeDefined()
})

test('files being read at the same time are counted', async () => {
  const { reads, files } = await loadAtOnce(createFileCache(16 * MB), keysOf('a', 20))
  expect(reads).toBe(16)
  expect(files.filter((file) => file === undefined).length).toBe(4)
})
