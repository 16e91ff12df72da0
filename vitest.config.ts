import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { changedFolders } from './test/support/changed-folders.ts'
import { courtFixtures, isMatrix, isQuick } from './test/support/environment.ts'
import { kindsOfTests } from './test/support/kinds-of-tests.ts'

/** Not journeys of a browser: about the program, its processes and its database themselves, or the looks of a page. */
const NOT_JOURNEYS = [
  'accessibility',
  'backup-restore',
  'backup-restore-postgres',
  'behind-caddy',
  'behind-nginx',
  'connections',
  'database-*',
  'development',
  'disk-full',
  'fresh-machine',
  'layout-shift',
  'metrics',
  'page-weight',
  'program',
  's3',
  's3-commands',
  's3-viewer',
  'start-refusals',
  'two-processes',
  'web-concurrency',
]

/** Where PostgreSQL or a second process can make a difference that no test of `database` and no file above sees. */
const ON_POSTGRES_TOO = ['download-records', 'live-notifications']

const inE2e = (name: string) => `test/e2e/${name}.test.ts`
const onPostgres = isMatrix() ? ['*'] : ON_POSTGRES_TOO
useMemoryForFiles()
const realFiles = courtFixtures()
const kinds = kindsOfTests()
const { rules, journeys } = kinds
const database = isQuick() ? kinds.database.filter(isBesideChange()) : kinds.database

const BUILT = 'test/support/built-program.ts'
const POSTGRES = 'test/support/postgres-cluster.ts'
const TEMPLATES = 'test/support/database-templates.ts'
const BROWSER = 'test/support/packaged-browser.ts'

/** In memory, where there is room for it: thousands of commits wait for no disk. */
function useMemoryForFiles(): void {
  const memory = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > 4 * 1024 ** 3) process.env.TMPDIR = memory
}

function isBesideChange(): (file: string) => boolean {
  const folders = changedFolders()
  return (file) => folders.includes(dirname(file))
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    testTimeout: 60_000,
    // It goes on as soon as it may; one second, the default, is little where the processors are busy.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 300_000,
    // A journey keeps a core busy with its browser and its program; more at once only make each other late.
    maxWorkers: availableParallelism(),
    // A worker loads each module once and has one browser: what a test leaves behind is its own to clear up.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: rules },
      },
      {
        extends: true,
        test: { name: 'database', include: database, globalSetup: [BUILT, POSTGRES, TEMPLATES] },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: journeys,
          globalSetup: [BUILT, POSTGRES, TEMPLATES, BROWSER],
        },
      },
      {
        // Journeys once more on PostgreSQL, and with two web processes behind the port; the matrix runs all of them.
        extends: true,
        test: {
          name: 'postgres',
          include: onPostgres.map(inE2e),
          exclude: NOT_JOURNEYS.map(inE2e),
          globalSetup: [BUILT, POSTGRES, TEMPLATES, BROWSER],
          setupFiles: ['test/support/on-postgres.ts'],
        },
      },
      {
        // The tests of each docket, PDF and log in test/fixtures once more, over real court files.
        extends: true,
        test: {
          name: 'court',
          include: realFiles ? ['src/**/*.court.test.ts'] : [],
          env: realFiles ? { DOCKET_TEST_FIXTURES: realFiles } : {},
          globalSetup: [BUILT, POSTGRES, TEMPLATES],
        },
      },
    ],
  },
})
