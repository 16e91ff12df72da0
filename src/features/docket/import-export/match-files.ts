import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../../../platform/command-error.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { UploadedFile } from '../../../platform/http/request/form.ts'

/** Paths by `{entry}-{attachment}`; attachment 0 is the main document. */
export type FilesByDocument = Map<string, string>

export const documentKey = (entry: number, attachment: number) => `${entry}-${attachment}`

/**
 * `{entry}.pdf`, `{entry}-{attachment}.pdf`, or RECAP's `….{entry}.{attachment}.pdf` (CONTRACT section 8).
 * @returns undefined for any other name
 */
export function documentOfFile(name: string): { entry: number; attachment: number } | undefined {
  const [, entry, attachment = '0'] =
    /^(\d{1,12})(?:-(\d{1,6}))?\.pdf$/i.exec(name) ??
    /\.(\d{1,12})\.(\d{1,6})\.pdf$/i.exec(name) ??
    []
  if (entry === undefined) return undefined
  return { entry: Number(entry), attachment: Number(attachment) }
}

/** @throws CommandError when the folder cannot be read, or two files claim to be one document */
export async function matchFiles(
  folder: string,
): Promise<{ files: FilesByDocument; unmatched: string[] }> {
  const files: FilesByDocument = new Map()
  const unmatched: string[] = []
  for (const name of await namesIn(folder)) {
    const document = documentOfFile(name)
    if (!document) {
      unmatched.push(name)
      continue
    }
    const key = documentKey(document.entry, document.attachment)
    if (files.has(key))
      throw new CommandError(
        `${name} and ${files.get(key)} are both for document ${key}: keep one. Nothing was loaded.`,
      )
    files.set(key, join(folder, name))
  }
  return { files, unmatched }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true })
    return found
      .filter((one) => one.isFile() && !one.name.startsWith('.'))
      .map((one) => one.name)
      .sort()
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'there is no such folder'
        : (error as Error).message
    throw new CommandError(`--documents ${folder} cannot be read: ${reason}`)
  }
}

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
