import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eachStorage } from '../../../test/support/each-storage.ts'
import { offerBytes } from '../../../test/support/offered-file.ts'
import { type Storage, storageKey } from './storage.ts'

/* What every kind of storage must do. */

const MB = 1024 * 1024

async function storeBytes(storage: Storage, size: number) {
  const { key, bytes, path } = await offerBytes(storage, randomBytes(size))
  await storage.store(key, path)
  expect(existsSync(path)).toBe(false)
  return { key, bytes }
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

eachStorage('a storage', (input) => {
  // 8 MB is one part of an upload; larger files have several.
  test.each([1, 300_000, 8 * MB, 16 * MB + 1])('gives back %d bytes in every way', async (size) => {
    const { storage } = input
    const { key, bytes } = await storeBytes(storage, size)
    expect(await storage.sizeOf(key)).toBe(size)
    expect((await storage.read(key, size)).equals(bytes)).toBe(true)
    expect((await collect(storage.pieces(key, 0, size - 1))).equals(bytes)).toBe(true)
    expect((await buffer(storage.open(key, 0, size - 1))).equals(bytes)).toBe(true)
  })

  test('gives any range, both ends included', async () => {
    const { storage } = input
    const { key, bytes } = await storeBytes(storage, 200_000)
    for (const [start, end] of [
      [0, 0],
      [0, 199_999],
      [199_999, 199_999],
      [65_535, 65_536],
      [70_000, 150_000],
    ] as const) {
      const expected = bytes.subarray(start, end + 1)
      expect((await collect(storage.pieces(key, start, end))).equals(expected)).toBe(true)
      expect((await buffer(storage.open(key, start, end))).equals(expected)).toBe(true)
    }
  })

  test('takes the same bytes again, also from several at once', async () => {
    const { storage } = input
    const bytes = randomBytes(9 * MB)
    const offered = await Promise.all([1, 2, 3].map(() => offerBytes(storage, bytes)))
    await Promise.all(offered.map(({ key, path }) => storage.store(key, path)))
    for (const { key } of offered)
      expect((await storage.read(key, bytes.length)).equals(bytes)).toBe(true)
  })

  test('serves many readers at a time, each with a separate range', async () => {
    const { storage } = input
    const { key, bytes } = await storeBytes(storage, 2 * MB)
    const starts = Array.from({ length: 60 }, (_, index) => index * 30_000)
    const ranges = await Promise.all(
      starts.map((start) => collect(storage.pieces(key, start, start + 100_000))),
    )
    for (const [index, start] of starts.entries())
      expect(ranges[index]?.equals(bytes.subarray(start, start + 100_001))).toBe(true)
  })

  test('does not have what it was never given', async () => {
    const { storage } = input
    const key = storageKey('0'.repeat(64))
    expect(await storage.sizeOf(key)).toBeUndefined()
    await expect(storage.read(key, 10)).rejects.toThrow()
    await expect(collect(storage.pieces(key, 0, 9))).rejects.toThrow()
    await expect(buffer(storage.open(key, 0, 9))).rejects.toThrow()
  })

  test('removes a file, and does not mind if there is none', async () => {
    const { storage } = input
    const [kept, gone] = [await storeBytes(storage, 1000), await storeBytes(storage, 1000)]
    for (const _ of ['first', 'second']) await storage.remove(gone.key)
    expect(await storage.sizeOf(gone.key)).toBeUndefined()
    expect(await storage.sizeOf(kept.key)).toBe(1000)
  })

  test('sweeps neither stored files nor those that this process is receiving', async () => {
    const { storage } = input
    const { key } = await storeBytes(storage, 1000)
    const arriving = await offerBytes(storage, randomBytes(100))
    expect(await storage.sweep()).toBe(false)
    expect(await storage.sizeOf(key)).toBe(1000)
    expect(existsSync(arriving.path)).toBe(true)
  })
})
