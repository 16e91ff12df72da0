import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createIncomingFolder, makeFolder, namesIn, replaceError } from './incoming-folder.ts'
import type { Storage } from './storage.ts'

/** Small enough for many slow readers (PROMISES 16), large enough for a fast one. */
const READ_SIZE = 64 * 1024

export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key)

  return {
    isRemote: false,
    // On the same disk as the stored files, so that they can be moved by renaming.
    ...createIncomingFolder(join(folder, 'incoming')),
    async store(key, path) {
      const target = pathOf(key)
      if (await makeFolder(dirname(target))) await sync(folder)
      await sync(path)
      await rename(path, target)
      await sync(dirname(target))
    },
    pieces: (key, start, end) => readPieces(pathOf(key), start, end),
    open: (key, start, end) =>
      createReadStream(pathOf(key), { start, end, highWaterMark: READ_SIZE }),
    read: (key) => readFile(pathOf(key)),
    sizeOf: (key) => stat(pathOf(key)).then(({ size }) => size, replaceError('ENOENT', undefined)),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** The stored paths in the folder, and the folder itself unless it also holds other files. */
export async function listStored(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  const stored = names.filter((name) => /^([0-9a-f]{2}|incoming)$/.test(name))
  if (stored.length === names.length) stored.push('')
  return stored.map((name) => join(folder, name))
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** All pieces share one buffer: those of a stream take three times the memory with 200 slow readers (PROMISES 16). */
export async function* readPieces(path: string, start: number, end: number) {
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_SIZE, end - start + 1))
    let position = start
    while (position <= end) {
      const length = Math.min(buffer.length, end - position + 1)
      const { bytesRead } = await file.read(buffer, 0, length, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
