import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder that holds package.json, from the sources as well as from dist/. */
export function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder))
      throw new Error('no folder above the program has a package.json')
    folder = dirname(folder)
  }
  return folder
}

/** A built program for a process or a thread of its own. */
export function builtProgram(name: string): string {
  const program = join(projectRoot(), 'dist', name)
  if (!existsSync(program)) throw new Error(`${program} is missing: run "npm run build"`)
  return program
}
