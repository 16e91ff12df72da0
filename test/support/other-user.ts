import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Account = ReturnType<typeof accountOf>

export function accountOf(name: string) {
  const id = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Whether this user, who may not enter folders that only root can, can do this. */
export function succeeds(user: Account | undefined, program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * A new folder that belongs to the user, where `works` is true: the folder for temporary files may be root's alone, or refuse to
 * start programs.
 */
export function folderFor(
  user: Account | undefined,
  prefix: string,
  works: (folder: string) => boolean,
): string {
  for (const place of [tmpdir(), '/tmp', '/var/tmp']) {
    const folder = mkdtempSync(join(place, prefix))
    chmodSync(folder, 0o700)
    if (user) chownSync(folder, user.uid, user.gid)
    if (works(folder)) return folder
    rmSync(folder, { recursive: true })
  }
  throw new Error(`no folder for temporary files can be used by the user ${user?.uid}`)
}
