import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { parseS3Address } from '../../src/platform/files/s3/s3-address.ts'
import { connectS3 } from '../../src/platform/files/s3/s3-client.ts'
import { faultyStore, MB, SIZE } from '../support/faulty-store.ts'

const store = faultyStore()

describe('sweeping', () => {
  const nothingNamed = async () => new Set<string>()

  test('what is younger than a day may be on its way: nothing of it is touched', async () => {
    const offered = await store.offer(20 * MB)
    let cut = false
    store.proxy.fault = (request) => {
      if (request.method === 'PUT' && /partNumber=2/.test(request.url ?? '')) return 'hangs'
      // The uploader dies, so nobody aborts the upload.
      if (request.method === 'DELETE' && !cut) return 'refused'
      return undefined
    }
    await expect(store.storage.store(offered.key, offered.path)).rejects.toThrow()
    cut = true
    expect(store.unfinishedUploads()).toHaveLength(1)
    expect(await store.openStorage().sweep(async (keys) => new Set(keys))).toBe(0)
    expect(await store.openStorage().sweep(nothingNamed)).toBe(0)
    expect(store.unfinishedUploads()).toHaveLength(1)
    expect(await store.storage.sizeOf(store.key)).toBe(SIZE)
  })

  test('an object whose row is not committed yet stays', async () => {
    const left = await store.offer(10)
    await store.storage.store(left.key, left.path)
    expect(await store.openStorage().sweep(async () => new Set([store.key]))).toBe(0)
    expect(await store.storage.sizeOf(left.key)).toBe(10)
  })

  test('an older upload that nobody finished is broken off', async () => {
    expect(await store.openStorage(-60_000).sweep(async (keys) => new Set(keys))).toBe(1)
    expect(store.unfinishedUploads()).toEqual([])
  })

  test('a database that names not one of the objects sweeps none: it is not theirs', async () => {
    expect(await store.openStorage(-60_000).sweep(nothingNamed)).toBe(0)
    expect(await store.storage.sizeOf(store.key)).toBe(SIZE)
  })

  test('what is not ours stays, in our prefix and beside it', async () => {
    const { client, bucket } = connectS3(parseS3Address(store.server.url('docs'), undefined))
    const foreign = ['docs/ab/letter.txt', 'docs/notes', `other/${store.key}`]
    for (const Key of foreign) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }))
    }
    const left = await store.offer(10)
    await store.storage.store(left.key, left.path)
    await store.openStorage(-60_000).sweep(async () => new Set([store.key]))
    expect(await store.storage.sizeOf(left.key)).toBeUndefined()
    expect(await store.storage.sizeOf(store.key)).toBe(SIZE)
    for (const Key of foreign) await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))
  })
})
