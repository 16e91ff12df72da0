import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { parseS3Address } from '../../src/platform/files/s3/s3-address.ts'
import { createS3Storage } from '../../src/platform/files/s3/s3-storage.ts'
import { type Storage, type StorageKey, storageKey } from '../../src/platform/files/storage.ts'
import { useS3Keys } from './each-storage.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type S3Server, startS3Server } from './s3-server.ts'

export const MB = 1024 * 1024
/** Milliseconds: shorter than in service, longer than a busy machine's pauses. */
export const PATIENCE = { connect: 1_500, answer: 1_500, upload: 2_000, pause: 1 }
/** The size of the one object. */
export const SIZE = 3 * MB

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
export function faultyStore(): FaultyStore {
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
