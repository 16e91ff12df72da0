import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { createFolderStorage } from '../../src/platform/files/folder-storage.ts'
import { parseS3Address } from '../../src/platform/files/s3/s3-address.ts'
import { createS3Storage } from '../../src/platform/files/s3/s3-storage.ts'
import type { Storage } from '../../src/platform/files/storage.ts'
import { configuredS3, setEnvironment } from './environment.ts'
import { newFolder } from './new-folder.ts'
import { S3_KEYS, startS3Server } from './s3-server.ts'

export interface TestStorage {
  /** Set before the first test; empty. */
  storage: Storage
  /** For files of the test's own; on the disk of `storage.incomingPath()`. */
  folder: string
  /** The value of STORAGE_URL. */
  url: string
}

const storeUrl = configuredS3()

/** Treats everything as old enough to sweep, so that tests do not wait for a day. */
const ANY_AGE = -60_000

/** Runs the same tests on a folder and on a real S3-compatible server. */
export function eachStorage(name: string, tests: (input: TestStorage) => void): void {
  describe.each(['folder', 's3'] as const)(`${name} on %s`, (kind) => {
    const args = { folder: newFolder() } as TestStorage
    let stop = async () => {}
    beforeAll(async () => {
      if (kind === 'folder') {
        args.url = `file:${join(args.folder, 'documents')}`
        args.storage = createFolderStorage(join(args.folder, 'documents'))
        return
      }
      if (storeUrl === undefined) {
        useS3Keys()
        const server = await startS3Server()
        args.url = server.url('prefix')
        stop = server.stop
      } else {
        args.url = storeUrl.replace('?', `/${process.pid}-${Date.now()}?`)
      }
      args.storage = openTestS3(args.url, args.folder)
    })
    afterAll(() => stop())
    tests(args)
  })
}

/** An S3 storage that sweeps everything, however new. */
export function openTestS3(url: string, folder: string): Storage {
  const incoming = join(folder, 'incoming')
  return createS3Storage(parseS3Address(url, undefined), { incoming, sweepAgeMs: ANY_AGE })
}

/** The keys of the tests' server, the usual AWS way. */
export function useS3Keys(): void {
  setEnvironment(S3_KEYS)
}
