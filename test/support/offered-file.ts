import { createHash, randomUUID } from 'node:crypto'
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
  const sha256 = createHash('sha256').update(content).digest('hex')
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
  return { key: storageKey(createHash('sha256').update(bytes).digest('hex')), bytes, path }
}
