import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseS3Address } from '../../src/platform/files/s3/s3-address.ts'
import { createS3Storage } from '../../src/platform/files/s3/s3-storage.ts'
import {
  type Storage,
  StorageUnavailableError,
  storageKey,
} from '../../src/platform/files/storage.ts'
import { type Fault, storeBehindProxy } from '../support/faulty-proxy.ts'
import { filesIn, newFolder } from '../support/new-folder.ts'
import { offerBytes } from '../support/offered-file.ts'

const MB = 1024 * 1024
/** Milliseconds: shorter than in service, longer than a busy machine's pauses. */
const TIMEOUTS = { connect: 1_500, answer: 1_500, upload: 2_000, idle: 2_000 }
/** The size of the one object. */
const SIZE = 3 * MB

/* A real S3-compatible store behind a proxy that injects faults; each test begins without any. */

const folder = newFolder()
const store = storeBehindProxy()
let storage: Storage
/** The contents and key of the one object. */
let content: Buffer
let key: string

beforeAll(async () => {
  storage = openStorage()
  const offered = await offer(SIZE)
  await storage.store(offered.key, offered.path)
  ;({ bytes: content, key } = offered)
})

/** As another process would. */
const openStorage = (sweepAgeMs?: number): Storage =>
  createS3Storage(parseS3Address(store.url(), undefined), {
    incoming: join(folder, 'incoming'),
    timeouts: TIMEOUTS,
    ...(sweepAgeMs !== undefined && { sweepAgeMs }),
  })

const offer = (size: number) => offerBytes(storage, randomBytes(size))

/** The first `times` requests of this method meet the fault. */
function failing(method: string, fault: Fault, times = Number.POSITIVE_INFINITY): void {
  let left = times
  store.proxy.fault = (request) => {
    if (request.method !== method || left <= 0) return undefined
    left -= 1
    return fault
  }
}

/** How many requests of this method reached the proxy. */
const seen = (method: string) => store.proxy.seen.filter((line) => line.startsWith(method)).length

function unfinishedUploads(): string[] {
  const uploads = join(store.server.folder, '._S3rver_uploads')
  return existsSync(uploads) ? readdirSync(uploads) : []
}

async function read(start = 0, end = SIZE - 1): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of storage.pieces(key, start, end)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('reading', () => {
  test.each<Fault>(['refused', 'slow-down', 'hangs'])(
    'if nothing was sent, a store that %s is tried three times',
    async (fault) => {
      failing('GET', fault, 2)
      expect((await read()).equals(content)).toBe(true)
      store.proxy.seen.length = 0
      failing('GET', fault)
      await expect(read()).rejects.toThrow(StorageUnavailableError)
      expect(seen('GET')).toBe(3)
    },
  )

  test.each<Fault>(['cut', 'stalls'])('what is %s in the middle is given up', async (fault) => {
    failing('GET', fault)
    await expect(read()).rejects.toThrow(StorageUnavailableError)
  })

  test('an object that is missing, or too short, is unavailable, and the reason says so', async () => {
    const problem = await storage.read(storageKey('0'.repeat(64)), 10).catch((error) => error)
    expect(problem).toBeInstanceOf(StorageUnavailableError)
    expect(problem.message).toContain('is not in the store')
    const tooFar = buffer(storage.open(key, SIZE + 10, SIZE + 20))
    await expect(tooFar).rejects.toThrow('shorter than its document')
  })

  test('a store that sends other bytes than the range is not believed', async () => {
    const { fault } = store.proxy
    store.proxy.fault = (request) => {
      delete request.headers.range
      return fault(request)
    }
    await expect(read(10, 20)).rejects.toThrow()
  })

  test('a reader who goes, or who stops after a piece, ends the request to the store', async () => {
    failing('GET', 'stalls', 1)
    const pieces = storage.pieces(key, 0, SIZE - 1)
    const reading = (async () => {
      for await (const _ of pieces) pieces.destroy?.()
    })()
    await reading.catch(() => {})
    await expect.poll(() => store.proxy.connections()).toBe(0)
    expect(seen('GET')).toBe(1)
    for await (const piece of storage.pieces(key, 0, SIZE - 1)) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    await expect.poll(() => store.proxy.connections()).toBe(0)
  })
})

describe('storing', () => {
  test('a store that has too much to do is asked again', async () => {
    const offered = await offer(1000)
    failing('PUT', 'slow-down', 2)
    await storage.store(offered.key, offered.path)
    expect(await storage.sizeOf(offered.key)).toBe(1000)
  })

  test.each<[string, number]>([
    ['in one piece', 1000],
    ['in parts', 20 * MB],
  ])('%s: a failure is reported, and leaves neither an object nor parts', async (_, size) => {
    const offered = await offer(size)
    failing('PUT', 'refused')
    await expect(storage.store(offered.key, offered.path)).rejects.toThrow(StorageUnavailableError)
    expect(await storage.sizeOf(offered.key)).toBeUndefined()
    expect(unfinishedUploads()).toEqual([])
    // The local file has not been removed.
    expect(existsSync(offered.path)).toBe(true)
  })

  test('bytes altered on the way are detected by reading them back', async () => {
    const offered = await offer(1000)
    failing('PUT', 'altered')
    await expect(storage.store(offered.key, offered.path)).rejects.toThrow('wrong bytes')
  })
})

describe('readiness', () => {
  test('a first check writes and removes; it leaves nothing behind', async () => {
    await openStorage().check()
    expect(store.proxy.seen.map((line) => line.split(' ')[0])).toEqual(['GET', 'PUT', 'DELETE'])
    expect(filesIn(store.server.folder).filter((name) => name.includes('probe'))).toEqual([])
  })

  test('of a store that never answers, it says so', async () => {
    store.proxy.fault = () => 'hangs'
    await expect(openStorage().check()).rejects.toThrow('it did not answer in time')
  })
})

test('an upload that is younger than a day may be in progress: only an older one is aborted', async () => {
  const offered = await offer(20 * MB)
  let cut = false
  store.proxy.fault = (request) => {
    if (request.method === 'PUT' && /partNumber=2/.test(request.url ?? '')) return 'hangs'
    // The uploader dies, so nobody aborts the upload.
    if (request.method === 'DELETE' && !cut) return 'refused'
    return undefined
  }
  await expect(storage.store(offered.key, offered.path)).rejects.toThrow()
  cut = true
  expect(unfinishedUploads()).toHaveLength(1)
  await openStorage().sweep()
  expect(unfinishedUploads()).toHaveLength(1)
  await openStorage(-60_000).sweep()
  expect(unfinishedUploads()).toEqual([])
  expect(await storage.sizeOf(key)).toBe(SIZE)
})
