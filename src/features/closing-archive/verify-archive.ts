import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../../platform/command-error.ts'
import { hashOf } from '../../platform/files/storage.ts'
import { itemsIn, MANIFEST, TAG_MANIFEST } from './bag.ts'

type OnProgress = (done: number, total: number) => void

/** Needs only the folder. @returns what is wrong, one line each */
export async function verifyArchive(folder: string, onProgress: OnProgress): Promise<string[]> {
  const sums = new Map([
    ...(await readManifest(folder, TAG_MANIFEST)),
    ...(await readManifest(folder, MANIFEST)),
  ])
  const problems: string[] = []
  for (const { path, isFolder } of await itemsIn(folder)) {
    if (isFolder || sums.has(path) || path === TAG_MANIFEST) continue
    problems.push(`${path} is not in the manifest`)
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
  const text = await readFile(join(folder, name), 'utf8').catch(() => {
    throw new CommandError(`${folder} is not an archive: ${name} cannot be read`)
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, sum, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
      if (sum && path) return [path, sum]
      throw new CommandError(`${name} has a line that names no file: ${line.slice(0, 100)}`)
    })
}
