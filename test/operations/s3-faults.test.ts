import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '../../src/platform/files/storage.ts'
import type { Fault } from '../support/faulty-proxy.ts'
import { faultyStore, MB, PATIENCE, SIZE } from '../support/faulty-store.ts'

const store = faultyStore()

async function read(start = 0, end = SIZE - 1): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of store.storage.pieces(store.key, start, end)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('reading', () => {
  test.each<Fault>(['refused', 'slow-down', 'hangs'])(
    'where nothing was sent, a store that %s once is asked again, once',
    async (fault) => {
      store.failing('GET', fault, 1)
      expect((await read()).equals(store.content)).toBe(true)
      expect(store.seen('GET')).toBe(2)
      store.proxy.seen.length = 0
      store.failing('GET', fault)
      await expect(read()).rejects.toThrow(StorageUnavailableError)
      expect(store.seen('GET')).toBe(2)
    },
  )

  test.each<Fault>(['cut', 'stalls'])(
    'what is %s in the middle goes on from there',
    async (fault) => {
      store.failing('GET', fault, 2)
      expect((await read(5, SIZE - 7)).equals(store.content.subarray(5, SIZE - 6))).toBe(true)
      expect(store.seen('GET')).toBe(3)
    },
  )

  test.each<Fault>(['cut', 'stalls'])('what is %s again and again is given up', async (fault) => {
    store.failing('GET', fault)
    await expect(read()).rejects.toThrow(StorageUnavailableError)
    expect(store.seen('GET')).toBeLessThan(6)
  })

  test('a store that sends other bytes than the range is not believed', async () => {
    const { fault } = store.proxy
    store.proxy.fault = (request) => {
      delete request.headers.range
      return fault(request)
    }
    await expect(read(10, 20)).rejects.toThrow()
  })

  test('a reader who goes ends the request to the store', async () => {
    store.failing('GET', 'stalls')
    const pieces = store.storage.pieces(store.key, 0, SIZE - 1)
    const reading = (async () => {
      for await (const _ of pieces) pieces.destroy?.()
    })()
    await reading.catch(() => {})
    await expect.poll(() => store.proxy.connections()).toBe(0)
    expect(store.seen('GET')).toBe(1)
  })

  test('a reader who stops after a piece does as well', async () => {
    for await (const piece of store.storage.pieces(store.key, 0, SIZE - 1)) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    await expect.poll(() => store.proxy.connections()).toBe(0)
  })

  test('a reader who pauses longer than the store may is served on', async () => {
    const pieces: Buffer[] = []
    for await (const piece of store.storage.pieces(store.key, 0, SIZE - 1)) {
      if (pieces.length === 3)
        await new Promise((resolve) => setTimeout(resolve, 3 * PATIENCE.answer))
      pieces.push(piece)
    }
    expect(Buffer.concat(pieces).equals(store.content)).toBe(true)
    expect(store.seen('GET')).toBe(1)
  })
})

describe('storing', () => {
  test('a store that has too much to do is asked again', async () => {
    const offered = await store.offer(1000)
    store.failing('PUT', 'slow-down', 2)
    await store.storage.store(offered.key, offered.path)
    expect(await store.storage.sizeOf(offered.key)).toBe(1000)
  })

  test.each<[string, number]>([
    ['in one piece', 1000],
    ['in parts', 20 * MB],
  ])('%s: what fails is told, and leaves neither an object nor parts', async (_, size) => {
    const offered = await store.offer(size)
    store.failing('PUT', 'refused')
    await expect(store.storage.store(offered.key, offered.path)).rejects.toThrow(
      StorageUnavailableError,
    )
    expect(await store.storage.sizeOf(offered.key)).toBeUndefined()
    expect(store.unfinishedUploads()).toEqual([])
    // The local file has not been removed.
    expect(existsSync(offered.path)).toBe(true)
  })

  test('bytes that arrive altered are found by reading them back', async () => {
    const offered = await store.offer(1000)
    store.failing('PUT', 'altered')
    await expect(store.storage.store(offered.key, offered.path)).rejects.toThrow('wrong bytes')
  })
})

describe('readiness', () => {
  test('a first check writes and removes; it leaves nothing behind', async () => {
    await store.openStorage().check()
    expect(store.proxy.seen.map((line) => line.split(' ')[0])).toEqual([
      'GET',
      'PUT',
      'GET',
      'DELETE',
    ])
    const names = readdirSync(store.server.folder, { recursive: true }).map(String)
    expect(names.filter((name) => name.includes('probe'))).toEqual([])
  })
})
