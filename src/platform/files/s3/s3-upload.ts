import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Upload } from '@aws-sdk/lib-storage'
import { type StorageKey, StorageUnavailableError, sha256Of } from '../storage.ts'
import type { S3Connection } from './s3-client.ts'
import { unavailable } from './s3-errors.ts'
import { readObject } from './s3-read.ts'

/** What is larger goes in parts of this size; two at a time are in memory for each upload. */
const PART_SIZE = 8 * 1024 * 1024
const PARTS_AT_A_TIME = 2

/**
 * Uploads the file, reads it back, and compares its SHA-256 with the key's: not every store checks what it was sent.
 * The local file is gone afterwards. What fails leaves no parts; what is killed leaves some for the sweep.
 * @throws StorageUnavailableError
 */
export async function uploadFile(
  connection: S3Connection,
  key: StorageKey,
  path: string,
): Promise<void> {
  const { client, bucket, prefix } = connection
  const { size } = await stat(path)
  const upload = new Upload({
    client,
    partSize: PART_SIZE,
    queueSize: PARTS_AT_A_TIME,
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
  await verify(connection, key, size)
  await rm(path, { force: true })
}

async function verify(connection: S3Connection, key: StorageKey, size: number): Promise<void> {
  const hash = createHash('sha256')
  for await (const piece of readObject(connection, key, 0, size - 1)) hash.update(piece)
  if (hash.digest('hex') === sha256Of(key)) return
  throw new StorageUnavailableError(`the store holds other bytes under ${key} than it was sent`)
}
