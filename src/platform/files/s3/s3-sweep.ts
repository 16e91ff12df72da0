import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { type FindNamed, type StorageKey, sha256Of } from '../storage.ts'
import { isMissing, type S3Connection } from './s3-client.ts'

/** What is younger may be on its way: any machine stores an object before it commits the row. */
const SWEEP_AGE_MS = 86_400_000

/**
 * Removes objects that no row names and unfinished uploads, both older than a day.
 * If no object is named at all, the database is not this store's, and objects stay.
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

/** Someone may have uploaded the same bytes again since the listing. */
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
      removed += 1
    }
  } while (page.IsTruncated)
  return removed
}
