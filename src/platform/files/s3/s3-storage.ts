import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createIncomingFolder } from '../incoming-folder.ts'
import { hashOf, type Pieces, type Storage, StorageUnavailableError, sha256Of } from '../storage.ts'
import type { S3Address } from './s3-address.ts'
import { connectS3, explainS3, isMissing, type S3Connection, unavailable } from './s3-client.ts'

/** Any machine may be uploading, so only older uploads are taken for unfinished. */
const ONE_DAY = 86_400_000

interface S3StorageOptions {
  /** A folder on this machine for files that are still arriving. */
  incoming: string
  timeouts?: S3Connection['timeouts']
  sweepAgeMs?: number
}

export function createS3Storage(
  address: S3Address,
  { incoming: folder, timeouts, sweepAgeMs = ONE_DAY }: S3StorageOptions,
): Storage {
  const connection = connectS3(address, timeouts)
  const { client, locate } = connection
  const incoming = createIncomingFolder(folder)
  const checkStore = createS3Check(connection)
  const pieces: Storage['pieces'] = (key, start, end) => readObject(connection, key, { start, end })

  return {
    isRemote: true,
    incomingPath: incoming.incomingPath,
    store: (key, path) => uploadFile(connection, key, path),
    pieces,
    open: (key, start, end) => Readable.from(pieces(key, start, end), { objectMode: false }),
    read: (key, byteSize) => buffer(pieces(key, 0, byteSize - 1)),
    async sizeOf(key) {
      try {
        const within = { requestTimeout: connection.timeouts.answer }
        return (await client.headObject(locate(key), within)).ContentLength
      } catch (error) {
        if (isMissing(error)) return undefined
        throw unavailable(error, 'read objects')
      }
    },
    async check() {
      await incoming.check()
      await checkStore()
    },
    async remove(key) {
      await client.deleteObject(locate(key))
    },
    async sweep(onForbidden) {
      await incoming.sweep(onForbidden)
      await abortUploads(connection, Date.now() - sweepAgeMs)
      return false
    },
  }
}

/** Writing costs more than listing, so only the first check writes. */
function createS3Check({ client, bucket, locate, timeouts }: S3Connection): () => Promise<void> {
  const { Key: Prefix } = locate('probe-')
  const probes = { Bucket: bucket, Prefix, MaxKeys: 1 }
  const probe = locate(`probe-${randomUUID()}`)
  let isWritable = false
  return async () => {
    const within = () => ({ abortSignal: AbortSignal.timeout(timeouts.answer) })
    await trying('list the bucket', () => client.listObjectsV2(probes, within()))
    if (isWritable) return
    const file = { ...probe, Body: 'ok', ContentType: 'text/plain' }
    await trying('write objects', () => client.putObject(file, within()))
    await trying('delete objects', () => client.deleteObject(probe, within()))
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

/** @throws StorageUnavailableError while reading */
function readObject(
  { client, locate, timeouts }: S3Connection,
  key: string,
  { start, end }: { start: number; end: number },
): Pieces {
  const abandoned = new AbortController()

  async function* read(): AsyncGenerator<Buffer, void, undefined> {
    let left = end - start + 1
    try {
      const { Body, ContentRange } = await client.getObject(
        { ...locate(key), Range: `bytes=${start}-${end}` },
        { abortSignal: abandoned.signal, requestTimeout: timeouts.answer },
      )
      const body = addAbortSignal(abandoned.signal, Body as Readable)
      if (start > 0 && !ContentRange?.startsWith(`bytes ${start}-`)) {
        body.destroy()
        throw new Error('the store sent a different range than requested')
      }
      for await (const piece of body) {
        yield piece.subarray(0, left)
        left -= piece.length
        if (left <= 0) return
      }
    } catch (error) {
      if (!isMissing(error)) throw unavailable(error, 'read objects')
      const reason = `${key} is not in the store: restore it from a backup`
      throw new StorageUnavailableError(reason, { cause: error })
    }
  }

  return { [Symbol.asyncIterator]: read, destroy: () => abandoned.abort() }
}

/** Each upload keeps two parts in memory. */
const PARTS = { partSize: 8 * 1024 * 1024, queueSize: 2 }

/** Reads the object back, since not every store checks what it receives; then removes the local file. */
async function uploadFile(connection: S3Connection, key: string, path: string) {
  const { client, locate } = connection
  const { size } = await stat(path)
  const params = { ...locate(key), Body: createReadStream(path), ContentType: 'application/pdf' }
  try {
    await new Upload({ client, ...PARTS, params }).done()
  } catch (error) {
    throw unavailable(error, 'write objects')
  }
  const stored = await hashOf(readObject(connection, key, { start: 0, end: size - 1 }))
  if (stored !== sha256Of(key)) {
    throw new StorageUnavailableError(`the store holds the wrong bytes under ${key}`)
  }
  await rm(path, { force: true })
}

async function abortUploads({ client, bucket, prefix }: S3Connection, before: number) {
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    page = await client.listMultipartUploads({
      Bucket: bucket,
      Prefix: prefix,
      KeyMarker: page?.NextKeyMarker,
      UploadIdMarker: page?.NextUploadIdMarker,
    })
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Number(Initiated) >= before || !sha256Of((Key ?? '').slice(prefix.length))) continue
      await client.abortMultipartUpload({ Bucket: bucket, Key, UploadId })
    }
  } while (page.IsTruncated)
}
