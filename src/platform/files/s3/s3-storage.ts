import { Readable } from 'node:stream'
import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { createIncomingFolder } from '../incoming-folder.ts'
import type { Storage, StorageKey } from '../storage.ts'
import type { S3Address } from './s3-address.ts'
import { createS3Check } from './s3-check.ts'
import { connectS3, type S3Connection, type S3Patience } from './s3-client.ts'
import { isMissing, unavailable } from './s3-errors.ts'
import { readObject } from './s3-read.ts'
import { sweepStore } from './s3-sweep.ts'
import { uploadFile } from './s3-upload.ts'

export interface S3StorageOptions {
  /** A folder of this machine for files that are still arriving. */
  incoming: string
  patience?: S3Patience
  /** What is younger is never swept, in milliseconds. */
  sweepAgeMs?: number
}

/** The documents' files in an S3-compatible store. */
export function createS3Storage(address: S3Address, options: S3StorageOptions): Storage {
  const connection = connectS3(address, options.patience)
  const incoming = createIncomingFolder(options.incoming)
  const checkStore = createS3Check(connection)

  return {
    isRemote: true,
    incomingPath: incoming.path,
    store: (key, path) => uploadFile(connection, key, path),
    pieces: (key, start, end) => readObject(connection, key, start, end),
    open: (key, start, end) =>
      Readable.from(readObject(connection, key, start, end), { objectMode: false }),
    async read(key, byteSize) {
      const pieces: Buffer[] = []
      for await (const piece of readObject(connection, key, 0, byteSize - 1)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
    sizeOf: (key) => sizeOf(connection, key),
    async check() {
      await incoming.check()
      await checkStore()
    },
    async sweep(findNamed) {
      const { removed } = await incoming.sweep()
      return removed + (await sweepStore(connection, findNamed, options.sweepAgeMs))
    },
  }
}

async function sizeOf(
  { client, bucket, prefix, patience }: S3Connection,
  key: StorageKey,
): Promise<number | undefined> {
  try {
    const head = new HeadObjectCommand({ Bucket: bucket, Key: prefix + key })
    return (await client.send(head, { requestTimeout: patience.answer })).ContentLength
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unavailable(error, 'read objects')
  }
}
