import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../../../platform/command-error.ts'

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
