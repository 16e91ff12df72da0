import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseS3Address } from '../../src/platform/files/s3/s3-address.ts'
import { connectS3 } from '../../src/platform/files/s3/s3-client.ts'
import { createS3Storage } from '../../src/platform/files/s3/s3-storage.ts'
import {
  type Storage,
  type StorageKey,
  StorageUnavailableError,
  storageKey,
} from '../../src/platform/files/storage.ts'
import { useS3Keys } from '../support/each-storage.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'

const MB = 1024 * 1024
/** Milliseconds: shorter than in service, longer than a busy machine's pauses. */
const PATIENCE = { connect: 1_500, answer: 1_500, upload: 2_000, pause: 1 }
/** The size of the one object. */
const SIZE = 3 * MB

interface OfferedObject {
  path: string
  content: Buffer
  key: StorageKey
}

/** A real S3-compatible store behind a proxy that injects faults. */
interface FaultyStore {
  server: S3Server
  proxy: FaultyProxy
  storage: Storage
  /** The contents and key of the one object. */
  content: Buffer
  key: StorageKey
  /** Opens it as another process would. */
  openStorage(sweepAgeMs?: number): Storage
  /** A file waiting to be stored. */
  offer(size: number): Promise<OfferedObject>
  /** The first `times` requests of this method meet the fault. */
  failing(method: string, fault: Fault, times?: number): void
  /** How many requests of this method reached the proxy. */
  seen(method: string): number
  unfinishedUploads(): string[]
}

/** There before the first test of a file, gone after the last; each test begins without faults. */
function faultyStore(): FaultyStore {
  const store = {} as FaultyStore
  let folder: string | undefined
  beforeAll(async () => {
    useS3Keys()
    folder = mkdtempSync(join(tmpdir(), 'docket-faults-'))
    store.server = await startS3Server()
    store.proxy = await startFaultyProxy(store.server.endpoint)
    Object.assign(store, actionsOf(store, folder))
    store.storage = store.openStorage()
    const { path, content, key } = await store.offer(SIZE)
    await store.storage.store(key, path)
    Object.assign(store, { content, key })
  })
  beforeEach(() => {
    store.proxy.fault = () => undefined
    store.proxy.seen.length = 0
  })
  afterAll(async () => {
    await store.proxy?.stop()
    await store.server?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })
  return store
}

function actionsOf(store: FaultyStore, folder: string): Partial<FaultyStore> {
  const { server, proxy } = store
  return {
    openStorage: (sweepAgeMs) =>
      createS3Storage(parseS3Address(server.url('docs', proxy.url), undefined), {
        incoming: join(folder, 'incoming'),
        patience: PATIENCE,
        ...(sweepAgeMs !== undefined && { sweepAgeMs }),
      }),
    async offer(size) {
      const content = randomBytes(size)
      const path = await store.storage.incomingPath()
      writeFileSync(path, content)
      return { path, content, key: storageKey(createHash('sha256').update(content).digest('hex')) }
    },
    failing(method, fault, times = Number.POSITIVE_INFINITY) {
      let left = times
      proxy.fault = (request) => {
        if (request.method !== method || left <= 0) return undefined
        left -= 1
        return fault
      }
    },
    seen: (method) => proxy.seen.filter((line) => line.startsWith(method)).length,
    unfinishedUploads() {
      const uploads = join(server.folder, '._S3rver_uploads')
      return existsSync(uploads) ? readdirSync(uploads) : []
    },
  }
}

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

describe('sweeping', () => {
  const nothingNamed = async () => new Set<string>()

  test('what is younger than a day may be on its way: nothing of it is touched', async () => {
    const offered = await store.offer(20 * MB)
    let cut = false
    store.proxy.fault = (request) => {
      if (request.method === 'PUT' && /partNumber=2/.test(request.url ?? '')) return 'hangs'
      // The uploader dies, so nobody aborts the upload.
      if (request.method === 'DELETE' && !cut) return 'refused'
      return undefined
    }
    await expect(store.storage.store(offered.key, offered.path)).rejects.toThrow()
    cut = true
    expect(store.unfinishedUploads()).toHaveLength(1)
    expect(await store.openStorage().sweep(async (keys) => new Set(keys))).toBe(0)
    expect(await store.openStorage().sweep(nothingNamed)).toBe(0)
    expect(store.unfinishedUploads()).toHaveLength(1)
    expect(await store.storage.sizeOf(store.key)).toBe(SIZE)
  })

  test('an object whose row is not committed yet stays', async () => {
    const left = await store.offer(10)
    await store.storage.store(left.key, left.path)
    expect(await store.openStorage().sweep(async () => new Set([store.key]))).toBe(0)
    expect(await store.storage.sizeOf(left.key)).toBe(10)
  })

  test('an older upload that nobody finished is broken off', async () => {
    expect(await store.openStorage(-60_000).sweep(async (keys) => new Set(keys))).toBe(1)
    expect(store.unfinishedUploads()).toEqual([])
  })

  test('a database that names not one of the objects sweeps none: it is not theirs', async () => {
    expect(await store.openStorage(-60_000).sweep(nothingNamed)).toBe(0)
    expect(await store.storage.sizeOf(store.key)).toBe(SIZE)
  })

  test('what is not ours stays, in our prefix and beside it', async () => {
    const { client, bucket } = connectS3(parseS3Address(store.server.url('docs'), undefined))
    const foreign = ['docs/ab/letter.txt', 'docs/notes', `other/${store.key}`]
    for (const Key of foreign) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
    }
    const left = await store.offer(10)
    await store.storage.store(left.key, left.path)
    await store.openStorage(-60_000).sweep(async () => new Set([store.key]))
    expect(await store.storage.sizeOf(left.key)).toBeUndefined()
    expect(await store.storage.sizeOf(store.key)).toBe(SIZE)
    for (const Key of foreign) await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))
  })
})
