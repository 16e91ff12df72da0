import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

const SOURCES = ['src/**/*', 'build.mjs', 'package-lock.json']

const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Builds the program if dist/ is missing or older than its sources. */
export default function buildProgram(): void {
  const builtAt = changedAt('dist/public/manifest.json')
  const isCurrent = SOURCES.flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.includes('.test.'))
    .every((file) => changedAt(file) < builtAt)
  if (isCurrent) return
  const { status } = spawnSync(process.execPath, ['build.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the program could not be built')
}
