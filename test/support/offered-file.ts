import { hash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { OfferedFile } from '../../src/features/docket/documents/accept-files.ts'
import { type Storage, storageKey } from '../../src/platform/files/storage.ts'
import { NOTHING_READ } from './nothing-read.ts'

/** A file as the inspector would have accepted it, for tests of what comes after. */
export async function offerFile(
  storage: Storage,
  name: string,
  { content = randomUUID(), ...chosen }: Partial<OfferedFile> & { content?: string } = {},
): Promise<OfferedFile> {
  const path = await storage.incomingPath()
  await writeFile(path, content)
  const sha256 = hash('sha256', content)
  return {
    name,
    path,
    sha256,
    byteSize: content.length,
    pageCount: 1,
    pages: [content],
    reading: NOTHING_READ,
    ...chosen,
  }
}

export async function offerBytes(storage: Storage, bytes: Buffer) {
  const path = await storage.incomingPath()
  await writeFile(path, bytes)
  const sha256 = hash('sha256', bytes)
  return { key: storageKey(sha256), sha256, bytes, path }
}
