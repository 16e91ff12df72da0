import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const ONE_DAY = 86_400_000

/** As large as a small upload, so that the last free block of a full disk does not pass for room. */
const PROBE = Buffer.alloc(64 * 1024)

/**
 * Where files lie on this machine's disk while they arrive and are checked: each process has a folder with its id, so
 * that a dead one's leftovers are known.
 */
export function createIncomingFolder(folder: string) {
  const own = join(folder, `${hostname()}~${process.pid}`)
  return {
    async path(): Promise<string> {
      await mkdir(own, { recursive: true })
      return join(own, `${randomUUID()}.part`)
    },
    /** Rejects when nothing can be written there: a full disk, a read-only folder. */
    async check(): Promise<void> {
      await mkdir(own, { recursive: true })
      const probe = join(own, 'probe')
      try {
        await writeFile(probe, PROBE)
      } finally {
        await rm(probe, { force: true })
      }
    },
    /** Removes what dead processes have left. */
    sweep: () => sweepOthers(folder, own),
  }
}

async function sweepOthers(folder: string, own: string) {
  let removed = 0
  let othersAreWriting = false
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
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

/** Empty where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
