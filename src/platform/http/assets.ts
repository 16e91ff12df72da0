import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

/** What the build made for browsers: dist/public. */
export const publicFolder = () => join(projectRoot(), 'dist/public')

/** The address of a built file by its source's name: `site.css` -> `/assets/site-HASH.css`. */
export type Assets = (name: string) => string

/** Reads what the build has written down of its files. Throws where there is no build. */
export function loadAssets(): Assets {
  const manifest: Record<string, string> = JSON.parse(
    readFileSync(join(publicFolder(), 'manifest.json'), 'utf8'),
  )
  return (name) => {
    const address = manifest[name]
    if (!address) throw new Error(`${name} is not among the built files; run: npm run build`)
    return address
  }
}

export function version(): string {
  return JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')).version
}
