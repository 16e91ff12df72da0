import { afterAll, afterEach, beforeAll } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { newDataFolder, removeFolder } from './run-docket.ts'
import { S3_KEYS, type S3Server, startS3Server } from './s3-server.ts'
import { loadSmallDocket } from './small-docket.ts'

const MB = 1024 * 1024
/** Document 1 is small enough for the cache; document 2 is streamed, and uploaded in parts. */
const SIZES = [300_000, 12 * MB]

/** A docket of two documents whose files are in an S3-compatible store, behind a proxy that injects faults. */
interface DocketInStore {
  server: S3Server
  proxy: FaultyProxy
  folder: string
  /** For the program. */
  environment: Record<string, string>
}

/** There before the first test of a file, gone after the last; each test ends its faults. */
export function docketInStore(): DocketInStore {
  const place = {} as DocketInStore
  beforeAll(async () => {
    place.server = await startS3Server()
    place.proxy = await startFaultyProxy(place.server.endpoint)
    place.folder = newDataFolder()
    const url = place.server.url('docs', place.proxy.url)
    place.environment = { ...S3_KEYS, STORAGE_URL: url, DATA_DIR: place.folder }
    await loadSmallDocket(place.environment, place.folder, SIZES)
  }, 180_000)
  afterEach(() => {
    place.proxy.fault = () => undefined
  })
  afterAll(async () => {
    await place.proxy?.stop()
    await place.server?.stop()
    if (place.folder) removeFolder(place.folder)
  })
  return place
}
