import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { CommandError } from '../../platform/command-error.ts'
import { hashOf } from '../../platform/files/storage.ts'
import { copyStream, listTarget } from '../import-export/docket-files.ts'

const MANIFEST = 'manifest-sha256.txt'
const TAG_MANIFEST = 'tagmanifest-sha256.txt'
const AGENT = 'Bag-Software-Agent: docket docket:archive\n'
const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

type Sums = Map<string, string>

export type Bag = Awaited<ReturnType<typeof openBag>>

/**
 * A folder in BagIt's form (RFC 8493), with the site in `data/`. Files that are as they should be stay untouched; the
 * manifest is written last, so what a killed run left is detected, and completed by the next.
 * @throws CommandError if the folder has something else in it
 */
export async function openBag(folder: string) {
  const isNew = (await listTarget(folder)).length === 0
  const info = await readFile(join(folder, 'bag-info.txt'), 'utf8').catch(() => '')
  // Whatever is not of the site will be removed.
  if (!isNew && !info.includes(AGENT))
    throw new CommandError(
      `${folder} has other files in it: name a new folder or an existing archive`,
    )
  fs.mkdirSync(join(folder, 'data'), { recursive: true })
  if (isNew) fs.writeFileSync(join(folder, 'bag-info.txt'), AGENT)
  const payload: Sums = new Map()
  const count = { changed: 0 }

  /** Synchronous: turns of the event loop would take longer than the disk, and nothing else is running. */
  function put(sums: Sums, path: string, content: string | Buffer): void {
    const bytes = Buffer.from(content)
    sums.set(path, hash('sha256', bytes))
    const target = join(folder, path)
    if (sizeOf(target) === bytes.length && bytes.equals(fs.readFileSync(target))) return
    fs.mkdirSync(dirname(target), { recursive: true })
    fs.writeFileSync(`${target}.part`, bytes)
    finish(target)
  }

  function finish(target: string): void {
    fs.renameSync(`${target}.part`, target)
    count.changed += 1
  }

  return {
    folder,
    count,
    has: (path: string) => payload.has(`data/${path}`),
    read: (path: string) => fs.readFileSync(join(folder, 'data', path), 'utf8'),
    put: (path: string, content: string | Buffer) => put(payload, `data/${path}`, content),

    /** @param isTrusted whether a file of that size need not be read again */
    async putFile(path: string, file: BagFile, isTrusted: boolean): Promise<void> {
      const target = join(folder, 'data', path)
      payload.set(`data/${path}`, file.sha256)
      if (sizeOf(target) === file.byteSize) {
        if (isTrusted || (await hashOf(fs.createReadStream(target))) === file.sha256) return
      }
      fs.mkdirSync(dirname(target), { recursive: true })
      if ((await copyStream(file.open(), `${target}.part`)) !== file.sha256)
        throw new CommandError(`${path} is damaged in the storage: restore it from a backup`)
      finish(target)
    },

    /** Removes what the site no longer has, and writes the manifests. */
    async close(tags: Readonly<Record<string, string>>): Promise<void> {
      const items = await itemsIn(join(folder, 'data'))
      // Also the folders that this leaves empty: a static host answers for those, too.
      for (const { path, isFolder } of items.toReversed()) {
        const target = join(folder, 'data', path)
        if (isFolder) await rmdir(target).catch(() => {})
        else if (!payload.has(`data/${path}`)) await rm(target)
      }
      const tagSums: Sums = new Map()
      const texts = { 'bagit.txt': DECLARATION, 'bag-info.txt': AGENT, ...tags }
      for (const [name, text] of Object.entries(texts)) put(tagSums, name, text)
      put(tagSums, MANIFEST, linesOf(payload))
      put(new Map(), TAG_MANIFEST, linesOf(tagSums))
    },
  }
}

const sizeOf = (path: string) => fs.statSync(path, { throwIfNoEntry: false })?.size

type BagFile = { sha256: string; byteSize: number; open(): Readable }

const linesOf = (sums: Sums): string =>
  [...sums].map(([path, sha256]) => `${sha256}  ${path}\n`).join('')

/** A folder comes before what is in it. */
async function itemsIn(folder: string) {
  const items = await readdir(folder, { recursive: true, withFileTypes: true })
  return items.map((item) => ({
    path: relative(folder, join(item.parentPath, item.name)),
    isFolder: item.isDirectory(),
  }))
}

/** Needs only the folder. @returns what is wrong, one line each */
export async function verifyArchive(
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<string[]> {
  const sums = new Map([
    ...(await readManifest(folder, TAG_MANIFEST)),
    ...(await readManifest(folder, MANIFEST)),
  ])
  const problems: string[] = []
  for (const { path, isFolder } of await itemsIn(folder)) {
    if (isFolder || sums.has(path) || path === TAG_MANIFEST) continue
    problems.push(`${path} is not in the manifest`)
  }
  for (const [done, [path, expected]] of [...sums].entries()) {
    const actual = await hashOf(fs.createReadStream(join(folder, path))).catch(() => undefined)
    if (actual === undefined) problems.push(`${path} is missing or cannot be read`)
    else if (actual !== expected) problems.push(`${path} is not the file that was archived`)
    onProgress(done + 1, sums.size)
  }
  return problems
}

async function readManifest(folder: string, name: string): Promise<Sums> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => {
    throw new CommandError(`${folder} is not an archive: ${name} cannot be read`)
  })
  const lines = text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)
  return new Map([...lines].map(([, sha256 = '', path = '']) => [path, sha256]))
}
