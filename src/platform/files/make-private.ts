import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const OTHERS = 0o077
/** Everybody's folder by intent, such as /tmp. */
const STICKY = 0o1000

/**
 * Keeps a file, or a folder with all that lies in it, from the machine's other users (PROMISES 29), whatever it was copied
 * from. A folder is closed after what is in it, so a closed one need not be looked through.
 * @returns false where its mode is not this user's to change
 */
export async function makePrivate(path: string, { isWhole = true } = {}): Promise<boolean> {
  try {
    const found = await stat(path)
    if ((found.mode & OTHERS) === 0 || found.mode & STICKY) return true
    if (isWhole && found.isDirectory()) await makeContentsPrivate(path)
    await chmod(path, found.mode & (found.isDirectory() ? 0o700 : 0o600))
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Whoever opens it says what is wrong.
    if (code === 'ENOENT' || code === 'ENOTDIR') return true
    if (['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes(code)) return false
    throw error
  }
}

async function makeContentsPrivate(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await makePrivate(join(folder, entry.name))
  }
}
