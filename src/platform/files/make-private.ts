import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const OTHERS = 0o077
/** Shared on purpose, such as /tmp. */
const STICKY = 0o1000

/**
 * Removes other users' access to a file, or to a folder and everything in it (PROMISES 29). A folder is closed after its
 * contents, so a closed one need not be searched.
 * @returns false if this user may not change the mode
 */
export async function makePrivate(path: string, { recursive = true } = {}): Promise<boolean> {
  try {
    const stats = await stat(path)
    if ((stats.mode & OTHERS) === 0 || stats.mode & STICKY) return true
    if (recursive && stats.isDirectory()) await makeContentsPrivate(path)
    await chmod(path, stats.mode & (stats.isDirectory() ? 0o700 : 0o600))
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Whatever opens the file will report the error.
    if (code === 'ENOENT' || code === 'ENOTDIR') return true
    if (['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes(code)) return false
    throw error
  }
}

async function makeContentsPrivate(folder: string): Promise<void> {
  for (const child of await readdir(folder, { withFileTypes: true })) {
    if (!child.isSymbolicLink()) await makePrivate(join(folder, child.name))
  }
}
