import { createFolderStorage } from './folder-storage.ts'
import { parseS3Address } from './s3/s3-address.ts'
import type { Storage } from './storage.ts'

/** Undefined for an S3 store. */
export const storageFolder = (url: string): string | undefined =>
  url.startsWith('file:') ? url.slice('file:'.length) : undefined

/** @param options for an S3 store: a folder for files on their way to it, and its region if the address names none */
export async function openStorage(
  url: string,
  { incoming, region }: { incoming: string; region: string | undefined },
): Promise<Storage> {
  const folder = storageFolder(url)
  if (folder !== undefined) return createFolderStorage(folder)
  // Loaded on demand, because the S3 client is large.
  const { createS3Storage } = await import('./s3/s3-storage.ts')
  return createS3Storage(parseS3Address(url, region), { incoming })
}
