import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from '../../platform/command-error.ts'
import { hashOf } from '../../platform/files/storage.ts'
import { filesIn, MANIFEST, TAG_MANIFEST } from './bag.ts'

type OnProgress = (done: number, total: number) => void

/** Needs only the folder. @returns what is wrong, one line each */
export async function verifyArchive(folder: string, onProgress: OnProgress): Promise<string[]> {
  const sums = new Map([
    ...(await readManifest(folder, TAG_MANIFEST)),
    ...(await readManifest(folder, MANIFEST)),
  ])
  const problems: string[] = []
  for await (const path of filesIn(folder)) {
    if (!sums.has(path) && path !== TAG_MANIFEST) problems.push(`${path} is not in the manifest`)
  }
  let done = 0
  for (const [path, expected] of sums) {
    const actual = await hashOf(createReadStream(join(folder, path))).catch(() => undefined)
    if (actual === undefined) problems.push(`${path} is missing or cannot be read`)
    else if (actual !== expected) problems.push(`${path} is not the file that was archived`)
    done += 1
    onProgress(done, sums.size)
  }
  return problems
}

async function readManifest(folder: string, name: string): Promise<[string, string][]> {
  const sums: [string, string][] = []
  try {
    for await (const line of createInterface(createReadStream(join(folder, name)))) {
      const [, sum, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
      if (!sum || !path || path.split('/').includes('..') || path.startsWith('/'))
        throw new CommandError(`${name} has a line that names no file: ${line.slice(0, 100)}`)
      sums.push([path, sum])
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${folder} is not an archive: ${name} cannot be read`)
  }
  return sums
}
