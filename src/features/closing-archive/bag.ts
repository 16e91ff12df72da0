import { hash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { CommandError } from '../../platform/command-error.ts'
import { hashOf } from '../../platform/files/storage.ts'
import { copyStream, listTarget } from '../import-export/docket-files.ts'

export const MANIFEST = 'manifest-sha256.txt'
export const TAG_MANIFEST = 'tagmanifest-sha256.txt'
const AGENT = 'Bag-Software-Agent: docket docket:archive\n'
const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

/** SHA-256 by path: some 30 MB for 20,000 documents. */
type Sums = Map<string, string>

export type Bag = Awaited<ReturnType<typeof openBag>>

/**
 * A folder in BagIt's form (RFC 8493), with the site in `data/`. Files that are as they should be stay untouched; the
 * manifest is written last, so what a killed run left is detected, and completed by the next.
 */
export async function openBag(folder: string) {
  const isFirst = await isNew(folder)
  await mkdir(join(folder, 'data'), { recursive: true })
  if (isFirst) await writeFile(join(folder, 'bag-info.txt'), AGENT)
  const payload: Sums = new Map()
  let sums = payload
  const count = { bytes: 0, changed: 0 }

  /** Synchronous: turns of the event loop would take longer than the disk, and nothing else is running. */
  function put(path: string, content: string | Buffer): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    sums.set(path, hash('sha256', bytes))
    count.bytes += bytes.length
    const target = join(folder, path)
    if (sizeOf(target) === bytes.length && bytes.equals(readFileSync(target))) return
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(`${target}.part`, bytes)
    finish(target)
  }

  /** For files too large for memory. */
  async function putPieces(path: string, pieces: Iterable<string>): Promise<void> {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    const file = openSync(`${target}.part`, 'w')
    for (const piece of pieces) writeFileSync(file, piece)
    closeSync(file)
    const sha256 = await hashOf(createReadStream(`${target}.part`))
    const size = sizeOf(`${target}.part`) ?? 0
    sums.set(path, sha256)
    count.bytes += size
    const isSame = sizeOf(target) === size && (await hashOf(createReadStream(target))) === sha256
    if (isSame) await rm(`${target}.part`)
    else finish(target)
  }

  function finish(target: string): void {
    renameSync(`${target}.part`, target)
    count.changed += 1
  }

  return {
    count,
    has: (path: string) => payload.has(`data/${path}`),
    read: (path: string) => readFileSync(join(folder, 'data', path), 'utf8'),
    put: (path: string, content: string | Buffer) => put(`data/${path}`, content),
    putPieces: (path: string, pieces: Iterable<string>) => putPieces(`data/${path}`, pieces),

    /** @param isTrusted whether a file of that size need not be read again */
    async putFile(path: string, file: StoredFile, isTrusted: boolean): Promise<void> {
      const target = join(folder, 'data', path)
      sums.set(`data/${path}`, file.sha256)
      count.bytes += file.byteSize
      if (sizeOf(target) === file.byteSize) {
        if (isTrusted || (await hashOf(createReadStream(target))) === file.sha256) return
      }
      mkdirSync(dirname(target), { recursive: true })
      if ((await copyStream(file.open(), `${target}.part`)) !== file.sha256)
        throw new CommandError(`${path} is damaged in the storage: restore it from a backup`)
      finish(target)
    },

    /** Removes what the site no longer has, and writes the manifests. */
    async close(tags: Readonly<Record<string, string>>): Promise<void> {
      await removeOthers(folder, payload)
      const info = `${AGENT}Payload-Oxum: ${count.bytes}.${payload.size}\n${tags['bag-info.txt']}`
      const texts = { ...tags, 'bagit.txt': DECLARATION, 'bag-info.txt': info }
      sums = new Map()
      for (const [name, text] of Object.entries(texts)) put(name, text)
      await putPieces(MANIFEST, linesOf(payload))
      put(TAG_MANIFEST, [...linesOf(sums)].join(''))
    },
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size

interface StoredFile {
  sha256: string
  byteSize: number
  open(): Readable
}

function* linesOf(sums: Sums): Generator<string> {
  for (const [path, sha256] of sums) yield `${sha256}  ${path}\n`
}

/** @throws CommandError if something else is in it: whatever is not of the site will be removed */
async function isNew(folder: string): Promise<boolean> {
  const names = await listTarget(folder)
  if (names.length === 0) return true
  const info = await readFile(join(folder, 'bag-info.txt'), 'utf8').catch(() => '')
  if (info.includes(AGENT)) return false
  throw new CommandError(
    `${folder} has other files in it: name a new folder or an existing archive`,
  )
}

/** One folder at a time: `opendir` with `recursive` would keep all of them open, and need memory for each. */
export async function* filesIn(folder: string, parent = ''): AsyncGenerator<string> {
  for (const item of await readdir(join(folder, parent), { withFileTypes: true })) {
    const path = `${parent}${item.name}`
    if (item.isDirectory()) yield* filesIn(folder, `${path}/`)
    else yield path
  }
}

/** Also the folders that this leaves empty: a static host answers for those, too. */
async function removeOthers(folder: string, sums: Sums, parent = ''): Promise<void> {
  const here = join(folder, 'data', parent)
  for (const item of await readdir(here, { withFileTypes: true })) {
    const path = `${parent}${item.name}`
    if (item.isDirectory()) await removeOthers(folder, sums, `${path}/`)
    else if (!sums.has(`data/${path}`)) await rm(join(here, item.name))
  }
  if (parent !== '') await rmdir(here).catch(() => {})
}
