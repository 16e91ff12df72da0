import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

/** Folders in `src` with changes since `main`, committed or not. */
export function changedFolders(): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n')
  const changed = [
    ...git('diff', '--name-only', '--merge-base', 'main', '--', 'src'),
    ...git('ls-files', '--others', '--exclude-standard', 'src'),
  ]
  return [...new Set(changed.filter(Boolean).map(dirname))]
}
