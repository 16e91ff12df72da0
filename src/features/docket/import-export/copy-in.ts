import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../../platform/files/storage.ts'
import type { UploadedFile } from '../../../platform/http/request/form.ts'

/** A copy of the file on its way into the storage; the operator's own file is never touched. */
export async function copyIn(
  files: Storage,
  source: string,
  uploadMax: number,
): Promise<UploadedFile> {
  const path = await files.incomingPath()
  const hash = createHash('sha256')
  let byteSize = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      byteSize += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(createReadStream(source), measure, createWriteStream(path))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return {
    field: 'documents',
    name: basename(source),
    path,
    byteSize,
    sha256: hash.digest('hex'),
    tooLarge: byteSize > uploadMax,
  }
}
