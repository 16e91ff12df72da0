import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder with package.json; works from the sources and from dist/. */
export function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder))
      throw new Error('no folder above the program has a package.json')
    folder = dirname(folder)
  }
  return folder
}

/** The path of a built program to run in a separate process or thread. */
export function builtProgram(name: string): string {
  const program = join(projectRoot(), 'dist', name)
  if (!existsSync(program)) throw new Error(`${program} is missing: run "npm run build"`)
  return program
}
