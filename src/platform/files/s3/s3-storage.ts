import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { createIncomingFolder } from '../incoming-folder.ts'
import { type Storage, type StorageKey, StorageUnavailableError, sha256Of } from '../storage.ts'
import type { S3Address } from './s3-address.ts'
import {
  connectS3,
  explainS3,
  isMissing,
  type S3Connection,
  type TIMEOUTS,
  unavailable,
} from './s3-client.ts'
import { readObject, uploadFile } from './s3-objects.ts'

interface S3StorageOptions {
  /** A folder on this machine for files that are still arriving. */
  incoming: string
  timeouts?: typeof TIMEOUTS
  sweepAgeMs?: number
}

/** Stores the document files in an S3-compatible store. */
export function createS3Storage(address: S3Address, options: S3StorageOptions): Storage {
  const connection = connectS3(address, options.timeouts)
  const incoming = createIncomingFolder(options.incoming)
  const checkStore = createS3Check(connection)

  return {
    isRemote: true,
    incomingPath: incoming.incomingPath,
    store: (key, path) => uploadFile(connection, key, path),
    pieces: (key, start, end) => readObject(connection, key, { start, end }),
    open: (key, start, end) =>
      Readable.from(readObject(connection, key, { start, end }), { objectMode: false }),
    read: (key, byteSize) => buffer(readObject(connection, key, { start: 0, end: byteSize - 1 })),
    sizeOf: async (key) => (await findHead(connection, key))?.ContentLength,
    async check() {
      await incoming.check()
      await checkStore()
    },
    async remove(key) {
      const { client, bucket, prefix } = connection
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key }))
    },
    async sweep(onForbidden) {
      await incoming.sweep(onForbidden)
      await abortUploads(connection, Date.now() - (options.sweepAgeMs ?? ONE_DAY))
      return false
    },
  }
}

async function findHead({ client, bucket, prefix, timeouts }: S3Connection, key: StorageKey) {
  try {
    const head = new HeadObjectCommand({ Bucket: bucket, Key: prefix + key })
    return await client.send(head, { requestTimeout: timeouts.answer })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unavailable(error, 'read objects')
  }
}

/** Writing costs more than listing, so only the first check writes. */
function createS3Check({ client, bucket, prefix, timeouts }: S3Connection): () => Promise<void> {
  const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}probe-`, MaxKeys: 1 })
  const probe = { Bucket: bucket, Key: `${prefix}probe-${randomUUID()}` }
  let isWritable = false
  return async () => {
    const within = () => ({ abortSignal: AbortSignal.timeout(timeouts.answer) })
    await trying('list the bucket', () => client.send(list, within()))
    if (isWritable) return
    const put = new PutObjectCommand({ ...probe, Body: 'ok', ContentType: 'text/plain' })
    await trying('write objects', () => client.send(put, within()))
    await trying('delete objects', () => client.send(new DeleteObjectCommand(probe), within()))
    isWritable = true
  }
}

async function trying(action: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    throw new StorageUnavailableError(explainS3(error, action), { cause: error })
  }
}

/** Any machine may be uploading, so only older uploads are taken for unfinished. */
const ONE_DAY = 86_400_000

async function abortUploads({ client, bucket, prefix }: S3Connection, before: number) {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const list: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: prefix,
      KeyMarker: page?.NextKeyMarker,
      UploadIdMarker: page?.NextUploadIdMarker,
    })
    page = await client.send(list)
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Number(Initiated) >= before || !sha256Of((Key ?? '').slice(prefix.length))) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    }
  } while (page.IsTruncated)
}
