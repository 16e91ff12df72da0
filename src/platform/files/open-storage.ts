import { createFolderStorage } from './folder-storage.ts'
import { parseS3Address } from './s3/s3-address.ts'
import type { Storage } from './storage.ts'

export interface StorageOptions {
  /** A folder of this machine for files on their way to another; a folder has its own. */
  incoming: string
  /** Where the address names none. */
  region: string | undefined
}

/**
 * The store's client is loaded only for a store.
 *
 * @param url `file:FOLDER` or `s3://bucket/prefix?endpoint=…&region=…`
 * @throws StorageError
 */
export async function openStorage(
  url: string,
  { incoming, region }: StorageOptions,
): Promise<Storage> {
  if (url.startsWith('file:')) return createFolderStorage(url.slice('file:'.length))
  const { createS3Storage } = await import('./s3/s3-storage.ts')
  return createS3Storage(parseS3Address(url, region), { incoming })
}
