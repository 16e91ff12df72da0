import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  hashOf,
  type Pieces,
  type StorageKey,
  StorageUnavailableError,
  sha256Of,
} from '../storage.ts'
import { isMissing, type S3Connection, unavailable } from './s3-client.ts'

/**
 * Reads part of an object; both ends are included.
 * @throws StorageUnavailableError while reading
 */
export function readObject(
  connection: S3Connection,
  key: StorageKey,
  range: { start: number; end: number },
): Pieces {
  const abandoned = new AbortController()
  return {
    [Symbol.asyncIterator]: () => readRange(connection, key, { ...range, abandoned }),
    destroy: () => abandoned.abort(),
  }
}

async function* readRange(
  { client, bucket, prefix, timeouts }: S3Connection,
  key: StorageKey,
  { start, end, abandoned }: { start: number; end: number; abandoned: AbortController },
): AsyncGenerator<Buffer, void, undefined> {
  const range = `bytes=${start}-${end}`
  let left = end - start + 1
  try {
    const { Body, ContentRange } = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: prefix + key, Range: range }),
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

/** Each upload keeps two parts in memory. */
const PARTS = { partSize: 8 * 1024 * 1024, queueSize: 2 }

/**
 * Uploads the file, reads it back, and compares its SHA-256, since not every store checks what it receives; then removes the
 * local file. If an upload is killed, the sweep removes its parts.
 * @throws StorageUnavailableError
 */
export async function uploadFile(connection: S3Connection, key: StorageKey, path: string) {
  const { client, bucket, prefix } = connection
  const { size } = await stat(path)
  const params = {
    ...{ Bucket: bucket, Key: prefix + key },
    ...{ Body: createReadStream(path), ContentType: 'application/pdf' },
  }
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
