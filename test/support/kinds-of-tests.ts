import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Kind = 'rules' | 'database' | 'journeys'

/** A test that imports one of these, even indirectly, needs the built program or a browser. */
const JOURNEY = ['test/support/run-docket.ts', 'test/support/browser.ts']
/** A test that imports one of these, even indirectly, needs PostgreSQL, a store, or the build's threads and styles. */
const DATABASE = [
  'test/support/each-database.ts',
  'test/support/s3-server.ts',
  'src/platform/project-root.ts',
]

const LOADED = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm

/** The tests of each vitest project, by what they import, so that there is no list to maintain. */
export function kindsOfTests(): Record<Kind, string[]> {
  const kinds: Record<Kind, string[]> = { rules: [], database: [], journeys: [] }
  for (const file of globSync('{src,test/e2e}/**/*.test.{ts,tsx}')) kinds[kindOf(file)].push(file)
  return kinds
}

function kindOf(file: string): Kind {
  const reached = reach(file)
  const isAny = (names: string[]) => names.some((name) => reached.has(name))
  if (file.startsWith('test/e2e/') || isAny(JOURNEY) || read(file).includes('bin/docket.mjs')) {
    return 'journeys'
  }
  return isAny(DATABASE) ? 'database' : 'rules'
}

const texts = new Map<string, string>()

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

function reach(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file) || !existsSync(file)) return reached
  reached.add(file)
  for (const [, path = ''] of read(file).matchAll(LOADED)) reach(join(file, '..', path), reached)
  return reached
}
