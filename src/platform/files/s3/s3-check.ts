import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { StorageUnavailableError } from '../storage.ts'
import type { S3Connection } from './s3-client.ts'
import { explainS3 } from './s3-errors.ts'

/** Writing costs more than looking: between two writes readiness goes by a look alone. */
const WRITE_EVERY_MS = 600_000

/** @returns a check that rejects, with a sentence, when objects cannot be listed, written, read and removed */
export function createS3Check(connection: S3Connection): () => Promise<void> {
  let writtenAt = Number.NEGATIVE_INFINITY
  return async () => {
    await look(connection)
    if (Date.now() - writtenAt < WRITE_EVERY_MS) return
    await writeAndRemove(connection)
    writtenAt = Date.now()
  }
}

function look({ reader, bucket, prefix, patience }: S3Connection): Promise<void> {
  const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}probe-`, MaxKeys: 1 })
  return trying('list the bucket', () =>
    reader.send(list, {
      requestTimeout: patience.answer,
      abortSignal: AbortSignal.timeout(patience.answer),
    }),
  )
}

async function writeAndRemove({ client, bucket, prefix, patience }: S3Connection): Promise<void> {
  const probe = { Bucket: bucket, Key: `${prefix}probe-${randomUUID()}` }
  const within = { requestTimeout: patience.answer }
  const body = { Body: 'ok', ContentType: 'text/plain' }
  await trying('write objects', () =>
    client.send(new PutObjectCommand({ ...probe, ...body }), within),
  )
  await trying('read objects', async () => {
    const { Body } = await client.send(new GetObjectCommand(probe), within)
    await Body?.transformToByteArray()
  })
  await trying('delete objects', () => client.send(new DeleteObjectCommand(probe), within))
}

async function trying(action: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    throw new StorageUnavailableError(explainS3(error, action), { cause: error })
  }
}
