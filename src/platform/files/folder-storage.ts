import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { readPieces } from './read-pieces.ts'
import type { Storage, StorageKey } from './storage.ts'

const INCOMING = 'incoming'
const ONE_DAY = 86_400_000

/** Small reads keep many slow readers cheap: PROMISES 16. */
const READ_SIZE = 64 * 1024

/** The documents' files in a folder of this machine. */
export function createFolderStorage(folder: string): Storage {
  const own = join(folder, INCOMING, `${hostname()}~${process.pid}`)
  const pathOf = (key: StorageKey) => join(folder, key)

  return {
    async incomingPath() {
      await mkdir(own, { recursive: true })
      return join(own, `${randomUUID()}.part`)
    },
    async store(key, path) {
      const target = pathOf(key)
      await makeFolder(dirname(target))
      await sync(path)
      await rename(path, target)
      await sync(dirname(target))
    },
    pieces: (key, start, end) => readPieces(pathOf(key), start, end),
    open: (key, start, end) =>
      createReadStream(pathOf(key), { start, end, highWaterMark: READ_SIZE }),
    read: (key) => readFile(pathOf(key)),
    async check() {
      await mkdir(own, { recursive: true })
      const probe = join(own, 'probe')
      await writeFile(probe, 'ok')
      await rm(probe)
    },
    async sweep(isNamed) {
      const { removed, othersAreWriting } = await sweepIncoming(join(folder, INCOMING), own)
      if (othersAreWriting) return removed
      return removed + (await sweepUnnamed(folder, isNamed))
    },
  }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  if (made) await sync(dirname(made))
}

/** Flushes a file, or a folder's list of names, to the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Each process receives files in a folder that carries its id, so that a dead one's leftovers are known. */
async function sweepIncoming(incoming: string, own: string) {
  let removed = 0
  let othersAreWriting = false
  for (const name of await namesIn(incoming)) {
    const path = join(incoming, name)
    if (path === own) continue
    if (await isAlive(name, path)) {
      othersAreWriting = true
      continue
    }
    removed += (await namesIn(path)).length
    await rm(path, { recursive: true, force: true })
  }
  return { removed, othersAreWriting }
}

async function isAlive(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('~')
  if (host !== hostname()) return Date.now() - (await stat(path)).mtimeMs < ONE_DAY
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function sweepUnnamed(folder: string, isNamed: (key: StorageKey) => Promise<boolean>) {
  let removed = 0
  for (const group of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(group)) continue
    for (const name of await namesIn(join(folder, group))) {
      const key = `${group}/${name}`
      if (await isNamed(key)) continue
      await rm(join(folder, key), { force: true })
      removed += 1
    }
  }
  return removed
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
