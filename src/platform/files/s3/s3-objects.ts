import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
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

const MAX_RESUMES = 3

/** Inclusive. */
interface Range {
  start: number
  end: number
}

/**
 * Reads part of an object. If the store breaks off, the rest is requested again: once if nothing arrived, a few times if
 * something did (a store may close the connection of a visitor who pauses).
 * @throws StorageUnavailableError while reading, if that does not help
 */
export function readObject(connection: S3Connection, key: StorageKey, range: Range): Pieces {
  const abandoned = new AbortController()
  return {
    [Symbol.asyncIterator]: () =>
      readByteRange(connection, key, { ...range, signal: abandoned.signal }),
    destroy: () => abandoned.abort(),
  }
}

type AbortableRange = Range & { signal: AbortSignal }

async function* readByteRange(
  connection: S3Connection,
  key: StorageKey,
  { start, end, signal }: AbortableRange,
): AsyncGenerator<Buffer, void, undefined> {
  let position = start
  let resumes = 0
  let emptyTries = 0
  while (position <= end) {
    const before = position
    try {
      for await (const piece of openRange(connection, key, { start: position, end, signal })) {
        const wanted = piece.subarray(0, end - position + 1)
        position += wanted.length
        yield wanted
        if (position > end) return
      }
      if (position <= end) throw new Error('the store sent less than the whole object')
    } catch (error) {
      emptyTries = position === before ? emptyTries + 1 : 0
      resumes += 1
      if (signal.aborted || isMissing(error) || emptyTries > 1 || resumes > MAX_RESUMES) {
        throw isMissing(error)
          ? new StorageUnavailableError(`${key} is not in the store: restore it from a backup`, {
              cause: error,
            })
          : unavailable(error, 'read objects')
      }
      await sleep(connection.timeouts.pause)
    }
  }
}

async function* openRange(
  { reader, bucket, prefix, timeouts }: S3Connection,
  key: StorageKey,
  { start, end, signal }: AbortableRange,
): AsyncGenerator<Buffer, void, undefined> {
  const { Body, ContentRange } = await reader.send(
    new GetObjectCommand({ Bucket: bucket, Key: prefix + key, Range: `bytes=${start}-${end}` }),
    { abortSignal: signal, requestTimeout: timeouts.answer },
  )
  if (start > 0 && !ContentRange?.startsWith(`bytes ${start}-`)) {
    ;(Body as Readable).destroy()
    throw new Error('the store sent a different range than requested')
  }
  yield* withStallTimeout(Body as Readable, timeouts.answer, signal)
}

/** The timeout runs only while waiting for the store, not for a slow visitor. */
async function* withStallTimeout(body: Readable, timeoutMs: number, signal: AbortSignal) {
  const stall = () => body.destroy(Object.assign(new Error('stalled'), { name: 'TimeoutError' }))
  const abandon = () => body.destroy()
  signal.addEventListener('abort', abandon)
  let timer = setTimeout(stall, timeoutMs)
  try {
    for await (const piece of body) {
      clearTimeout(timer)
      yield piece as Buffer
      timer = setTimeout(stall, timeoutMs)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abandon)
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
  const upload = new Upload({
    client,
    ...PARTS,
    params: {
      Bucket: bucket,
      Key: prefix + key,
      Body: createReadStream(path),
      ContentType: 'application/pdf',
    },
  })
  try {
    await upload.done()
  } catch (error) {
    throw unavailable(error, 'write objects')
  }
  const stored = await hashOf(readObject(connection, key, { start: 0, end: size - 1 }))
  if (stored !== sha256Of(key)) {
    throw new StorageUnavailableError(`the store holds the wrong bytes under ${key}`)
  }
  await rm(path, { force: true })
}
