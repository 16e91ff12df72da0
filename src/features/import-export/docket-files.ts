import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../../platform/command-error.ts'
import { hashOf } from '../../platform/files/storage.ts'
import type { UploadedFile } from '../../platform/http/request/form.ts'
import type { Platform } from '../../platform/platform.ts'

/** Paths by entry number, then attachment number, 0 being the main document. Minute entries (null) have none. */
export type FilesByEntry = Map<number | null, Map<number, string>>

/** `{entry}.pdf`, `{entry}-{attachment}.pdf`, or RECAP's `….{entry}.{attachment}.pdf` (CONTRACT section 8). */
export function documentOfFile(name: string): { entry: number; attachment: number } | undefined {
  const [, entry, attachment = '0'] =
    /^(\d{1,12})(?:-(\d{1,6}))?\.pdf$/i.exec(name) ??
    /\.(\d{1,12})\.(\d{1,6})\.pdf$/i.exec(name) ??
    []
  if (entry === undefined) return undefined
  return { entry: Number(entry), attachment: Number(attachment) }
}

/** @throws CommandError when the folder cannot be read, or two files claim to be one document */
export async function matchFiles(folder: string | undefined) {
  const files: FilesByEntry = new Map()
  const unmatched: string[] = []
  if (folder === undefined) return { files, unmatched }
  const all = await readdir(folder, { withFileTypes: true }).catch(
    ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'ENOENT' ? 'there is no such folder' : message
      throw new CommandError(`--documents ${folder} cannot be read: ${reason}`)
    },
  )
  const shown = all.filter((one) => !one.isDirectory() && !one.name.startsWith('.'))
  for (const file of shown.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = file
    const document = file.isFile() ? documentOfFile(name) : undefined
    if (!document) {
      unmatched.push(file.isSymbolicLink() ? `${name} (a link)` : name)
      continue
    }
    const { entry, attachment } = document
    const own = files.get(entry) ?? new Map<number, string>()
    const other = own.get(attachment)
    if (other)
      throw new CommandError(
        `${name} and ${other} are both for document ${entry}-${attachment}: keep one. Nothing was loaded.`,
      )
    files.set(entry, own.set(attachment, join(folder, name)))
  }
  return { files, unmatched }
}

/** A link may lead out of the folder, and what is no file, such as a pipe, may never end. */
export const isPlainFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (one) => one.isFile(),
    () => false,
  )

/** Names in a folder that may not exist yet. @throws CommandError if nothing can be written there */
export const listTarget = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new CommandError(`${folder} cannot be used: ${error.message}`)
  })

/** The operator's own file is never touched. Of a file that is too large, not all is copied. */
export async function copyIn({ files, config }: Platform, source: string): Promise<UploadedFile> {
  const path = await files.incomingPath()
  try {
    const sha256 = await copyStream(createReadStream(source, { end: config.uploadMaxBytes }), path)
    const { size: byteSize } = await stat(path)
    const tooLarge = byteSize > config.uploadMaxBytes
    return { field: 'documents', name: basename(source), path, sha256, byteSize, tooLarge }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** @returns the SHA-256 of what was written, in hex */
export async function copyStream(from: Readable, to: string): Promise<string> {
  await pipeline(from, createWriteStream(to))
  return hashOf(createReadStream(to))
}
