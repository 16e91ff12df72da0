import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Document } from '../../../platform/database/schema.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { PdfInspector } from './inspect-pdf.ts'

/** The text of each page of a stored document; none where it cannot be opened any more. */
export async function readPages(
  files: Storage,
  inspector: Pick<PdfInspector, 'inspect'>,
  document: Pick<Document, 'storage_key' | 'byte_size' | 'file_name'>,
): Promise<readonly string[]> {
  const path = await files.incomingPath()
  try {
    await pipeline(
      files.open(document.storage_key, 0, document.byte_size - 1),
      createWriteStream(path),
    )
    const inspection = await inspector.inspect(path, document.file_name)
    return inspection.accepted ? inspection.pages : []
  } finally {
    await rm(path, { force: true })
  }
}
