import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createIncomingFolder, namesIn } from './incoming-folder.ts'
import { readPieces } from './read-pieces.ts'
import type { FindNamed, Storage, StorageKey } from './storage.ts'

/** Small reads keep many slow readers cheap: PROMISES 16. */
const READ_SIZE = 64 * 1024

/** The documents' files in a folder of this machine. */
export function createFolderStorage(folder: string): Storage {
  // On the same disk as the stored files, so that storing is renaming.
  const incoming = createIncomingFolder(join(folder, 'incoming'))
  const pathOf = (key: StorageKey) => join(folder, key)

  return {
    isRemote: false,
    incomingPath: incoming.path,
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
    sizeOf: (key) => sizeOf(pathOf(key)),
    check: incoming.check,
    async sweep(findNamed) {
      const { removed, othersAreWriting } = await incoming.sweep()
      if (othersAreWriting) return removed
      return removed + (await sweepUnnamed(folder, findNamed))
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

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function sweepUnnamed(folder: string, findNamed: FindNamed) {
  let removed = 0
  for (const group of await namesIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(group)) continue
    const keys = (await namesIn(join(folder, group))).map((name) => `${group}/${name}`)
    const named = await findNamed(keys)
    for (const key of keys) {
      if (named.has(key)) continue
      await rm(join(folder, key), { force: true })
      removed += 1
    }
  }
  return removed
}
