import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { type FindNamed, type StorageKey, sha256Of } from '../storage.ts'
import { isMissing, type S3Connection } from './s3-client.ts'

/** Whatever is younger may be on its way: an object is stored before its row is committed, by any machine. */
export const SWEEP_AGE_MS = 86_400_000

/**
 * Removes objects that no row names and breaks off unfinished uploads, both older than a day.
 * Where not one object is named, it removes nothing: then the database is not this store's.
 * @returns how many were removed
 */
export async function sweepStore(
  connection: S3Connection,
  findNamed: FindNamed,
  ageMs = SWEEP_AGE_MS,
): Promise<number> {
  const before = Date.now() - ageMs
  const { unnamed, namedCount } = await findUnnamed(connection, findNamed, before)
  let removed = await abortUploads(connection, before)
  if (namedCount === 0) return removed
  for (const key of unnamed) {
    if (await removeIfStillOld(connection, key, before)) removed += 1
  }
  return removed
}

async function findUnnamed(
  { client, bucket, prefix }: S3Connection,
  findNamed: FindNamed,
  before: number,
) {
  const unnamed: StorageKey[] = []
  let namedCount = 0
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
  for await (const { Contents = [] } of pages) {
    const keys = Contents.filter(({ LastModified }) => Number(LastModified) < before)
      .map(({ Key = '' }) => Key.slice(prefix.length))
      .filter(sha256Of)
    const named = await findNamed(keys)
    namedCount += named.size
    unnamed.push(...keys.filter((key) => !named.has(key)))
  }
  return { unnamed, namedCount }
}

/** Someone may have uploaded the same bytes again since the list was made. */
async function removeIfStillOld(
  { client, bucket, prefix }: S3Connection,
  key: StorageKey,
  before: number,
): Promise<boolean> {
  const object = { Bucket: bucket, Key: prefix + key }
  try {
    const { LastModified } = await client.send(new HeadObjectCommand(object))
    if (Number(LastModified) >= before) return false
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  await client.send(new DeleteObjectCommand(object))
  return true
}

async function abortUploads(
  { client, bucket, prefix }: S3Connection,
  before: number,
): Promise<number> {
  let removed = 0
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined =
    {}
  while (marker) {
    const list = { Bucket: bucket, Prefix: prefix, ...marker }
    const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(client, list)
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Number(Initiated) >= before || !sha256Of((Key ?? '').slice(prefix.length))) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      removed += 1
    }
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
  return removed
}

function listUploads(
  client: S3Connection['client'],
  list: ConstructorParameters<typeof ListMultipartUploadsCommand>[0],
) {
  return client.send(new ListMultipartUploadsCommand(list))
}
