import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../../../platform/command-error.ts'
import type { UploadedFile } from '../../../platform/http/request/form.ts'
import type { Platform } from '../../../platform/platform.ts'

/** Paths by `{entry}-{attachment}`; attachment 0 is the main document. */
export type FilesByDocument = Map<string, string>

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
    const key = `${document.entry}-${document.attachment}`
    if (files.has(key))
      throw new CommandError(
        `${name} and ${files.get(key)} are both for document ${key}: keep one. Nothing was loaded.`,
      )
    files.set(key, join(folder, name))
  }
  return { files, unmatched }
}

async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(
    ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'ENOENT' ? 'there is no such folder' : message
      throw new CommandError(`--documents ${folder} cannot be read: ${reason}`)
    },
  )
  return found
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => one.name)
    .sort()
}

/** The operator's own file is never touched. */
export async function copyIn({ files, config }: Platform, source: string): Promise<UploadedFile> {
  const path = await files.incomingPath()
  try {
    const copied = await copyStream(createReadStream(source), path)
    const tooLarge = copied.byteSize > config.uploadMaxBytes
    return { ...copied, field: 'documents', name: basename(source), path, tooLarge }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** @returns what was copied, the SHA-256 in hex */
export async function copyStream(
  from: Readable,
  to: string,
): Promise<{ sha256: string; byteSize: number }> {
  const hash = createHash('sha256')
  let byteSize = 0
  async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      byteSize += chunk.length
      yield chunk
    }
  }
  await pipeline(from, measure, createWriteStream(to))
  return { sha256: hash.digest('hex'), byteSize }
}
