import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixturesFolder } from './environment.ts'

/** Name without its ending, and path, of each docket, PDF or log of this run. */
export function listFixtures(kind: 'dockets' | 'pdfs' | 'logs'): [name: string, path: string][] {
  const folder = join(fixturesFolder(), kind)
  return readdirSync(folder).map((name) => [name.replace(/\.\w+$/, ''), join(folder, name)])
}
