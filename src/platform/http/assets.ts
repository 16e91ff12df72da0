import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

export const publicFolder = () => join(projectRoot(), 'dist/public')

/** Finds a built file's address by its source name (`site.css` -> `/assets/site-HASH.css`), and its hash. */
export type Assets = (name: string) => { href: string; integrity: string }

export function loadAssets(): Assets {
  const manifest: Record<string, ReturnType<Assets>> = JSON.parse(
    readFileSync(join(publicFolder(), 'manifest.json'), 'utf8'),
  )
  return (name) => {
    const asset = manifest[name]
    if (!asset) throw new Error(`${name} is not among the built files; run: npm run build`)
    return asset
  }
}

export function version(): string {
  return JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')).version
}
