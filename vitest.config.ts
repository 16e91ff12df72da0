import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { changedFolders } from './test/support/changed-folders.ts'
import { courtFixtures, isMatrix, isQuick } from './test/support/environment.ts'
import { kindsOfTests } from './test/support/kinds-of-tests.ts'

/** About machines, stores, databases and several processes: the matrix runs them, and decides landing with `npm test`. */
const OPERATIONS = [
  'backup-restore',
  'backup-restore-postgres',
  'behind-caddy',
  'behind-nginx',
  'bounce-mailbox',
  'connections',
  'database-copy',
  'database-outage',
  'database-readers',
  'day-of-filings',
  'development',
  'disk-full',
  'every-browser',
  'layout-shift',
  'page-weight',
  'pdf-viewers',
  'program',
  'recognition',
  's3',
  's3-commands',
  's3-viewer',
  'start-refusals',
  'two-processes',
  'web-concurrency',
]

/** The same, beside what they test: processes that are killed, stores and databases that fail, loads, copies. */
const OPERATIONS_IN_SRC = [
  'client/tables/long-table.test.tsx',
  'features/checks/exhausting-pdf.test.ts',
  'features/docket/documents/check-command.test.ts',
  'features/docket/documents/copy-storage.test.ts',
  'features/docket/documents/crash.test.ts',
  'features/docket/documents/s3-crash.test.ts',
  'features/downloads/broken-transfers.test.ts',
  'features/downloads/slow-readers.test.ts',
  'features/log-import/killed-import.test.ts',
  'features/notifications/deliver/crash.test.ts',
  'features/notifications/deliver/worker-outages.test.ts',
  'features/notifications/deliver/worker-processes.test.ts',
  'features/statistics/figures/folding-processes.test.ts',
  'platform/database/copy/copy-database.test.ts',
  'platform/database/migrate.test.ts',
  'platform/files/make-private.test.ts',
  'platform/files/s3/s3-faults.test.ts',
  'platform/files/s3/s3-sweep.test.ts',
].map((file) => `src/${file}`)

/** Hundreds of entries are indexed first: nothing for the inner loop. */
const SLOW = ['src/features/search/plain-search.test.ts']

/** Not journeys of a browser either, which the matrix runs on PostgreSQL and with two web processes. */
const OF_THE_PROGRAM = ['accessibility', 'fresh-machine']

const inE2e = (name: string) => `test/e2e/${name}.test.ts`
const later = [...OPERATIONS_IN_SRC, ...(isMatrix() ? [] : OPERATIONS.map(inE2e))]
useMemoryForFiles()
const realFiles = courtFixtures()
const kinds = kindsOfTests()
const now = (files: string[]) => files.filter((file) => !later.includes(file))
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
  return (file) => folders.includes(dirname(file)) && !SLOW.includes(file)
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    testTimeout: 180_000,
    // It goes on as soon as it may; one second, the default, is little where the processors are busy.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 300_000,
    // A journey keeps a core busy with its browser and its program; one more fills what others leave idle while they wait.
    maxWorkers: availableParallelism() + 1,
    // A worker loads each module once and has one browser: what a test leaves behind is its own to clear up.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: now(kinds.rules) },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: now(database),
          globalSetup: [BUILT, POSTGRES, TEMPLATES],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: now(kinds.journeys),
          globalSetup: [BUILT, POSTGRES, TEMPLATES, BROWSER],
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: isMatrix() ? OPERATIONS_IN_SRC : [],
          globalSetup: [BUILT, POSTGRES, TEMPLATES, BROWSER],
        },
      },
      {
        // Journeys once more on PostgreSQL, and with two web processes behind the port.
        extends: true,
        test: {
          name: 'postgres',
          include: isMatrix() ? [inE2e('*')] : [],
          exclude: [...OPERATIONS, ...OF_THE_PROGRAM].map(inE2e),
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
