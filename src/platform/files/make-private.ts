import { chmod, stat } from 'node:fs/promises'

const OTHERS = 0o077
/** Shared on purpose, such as /tmp. */
const STICKY = 0o1000

/** Takes a file or folder away from other users (PROMISES 29). @returns false if this user may not change the mode */
export async function makePrivate(path: string): Promise<boolean> {
  try {
    const { mode } = await stat(path)
    if (mode & OTHERS && !(mode & STICKY)) await chmod(path, mode & 0o700)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Whatever opens the file will report the error.
    if (code === 'ENOENT' || code === 'ENOTDIR') return true
    if (['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes(code)) return false
    throw error
  }
}
