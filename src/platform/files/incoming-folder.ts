import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { hasElapsed } from '../waits.ts'

const ONE_DAY = 86_400_000

/** As large as a small upload, so that the last free block of a full disk does not count as room. */
const PROBE = Buffer.alloc(64 * 1024)

/** For files that arrive and are checked. Each process has a folder with its id, so that leftovers can be recognized. */
export function createIncomingFolder(folder: string) {
  const own = join(folder, `${hostname()}~${process.pid}`)
  // Only at startup: if the folder disappears later, it must not be replaced by an empty one.
  mkdirSync(dirname(folder), { recursive: true })

  async function makeOwn(): Promise<void> {
    await makeFolder(folder)
    await makeFolder(own)
  }

  return {
    async incomingPath(): Promise<string> {
      await makeOwn()
      return join(own, `${randomUUID()}.part`)
    },
    /** Rejects if nothing can be written: the disk is full, or the folder is read-only or gone. */
    async check(): Promise<void> {
      await makeOwn()
      const probe = join(own, 'probe')
      try {
        await writeFile(probe, PROBE)
      } finally {
        await rm(probe, { force: true })
      }
    },
    sweep: (onForbidden?: (path: string) => void) => sweepOthers(folder, own, onForbidden),
  }
}

/** Requires an existing parent. @returns whether the folder is new */
export const makeFolder = (path: string): Promise<boolean> =>
  mkdir(path).then(() => true, replaceError('EEXIST', false))

async function sweepOthers(folder: string, own: string, onForbidden?: (path: string) => void) {
  let othersAreWriting = false
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (path === own) continue
    if (await isAlive(name, path)) {
      othersAreWriting = true
      continue
    }
    await rm(path, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
      if (!['EACCES', 'EPERM'].includes(error.code ?? '')) throw error
      onForbidden?.(path)
    })
  }
  return othersAreWriting
}

async function isAlive(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('~')
  if (host === hostname()) return isRunning(Number(pid))
  return !hasElapsed((await stat(path)).mtimeMs, Date.now(), ONE_DAY)
}

/** Whether the process exists on this machine, in this PID namespace. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch(replaceError('ENOENT', []))

/** For `catch`: returns a value instead of failing with this error code. */
export const replaceError =
  <Answer>(code: string, answer: Answer) =>
  (error: NodeJS.ErrnoException): Answer => {
    if (error.code === code) return answer
    throw error
  }
