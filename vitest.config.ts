import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { changedFolders } from './test/support/changed-folders.ts'
import { courtFixtures, isMatrix, isQuick } from './test/support/environment.ts'
import { kindsOfTests } from './test/support/kinds-of-tests.ts'

/** Tests of machines, stores, databases, and several processes. Only the matrix runs them. */
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
  'start-refusals',
  'two-processes',
]

/** The same, in `src`: killed processes, failing stores and databases, load, copies. */
const OPERATIONS_IN_SRC = [
  'client/tables/long-table.test.tsx',
  'features/checks/exhausting-pdf.test.ts',
  'features/docket/documents/check-command.test.ts',
  'features/docket/documents/copy-storage.test.ts',
  'features/docket/documents/crash.test.ts',
  'features/docket/documents/s3-crash.test.ts',
  'features/downloads/broken-transfers.test.ts',
  'features/downloads/slow-readers.test.ts',
  'features/filings/killed-publication.test.ts',
  'features/log-import/killed-import.test.ts',
  'features/notifications/deliver/crash.test.ts',
  'features/notifications/deliver/worker-outages.test.ts',
  'features/notifications/deliver/worker-processes.test.ts',
  'platform/database/copy/copy-database.test.ts',
  'platform/database/migrate.test.ts',
  'platform/database/postgres-limits.test.ts',
  'platform/files/make-private.test.ts',
  'platform/files/s3/s3-faults.test.ts',
  'platform/files/s3/s3-sweep.test.ts',
].map((file) => `src/${file}`)

/**
 * A killed program, and pages without scripts of their own, each of whose rules has its test in `src`. Only the matrix
 * runs these journeys, on both databases.
 */
const LATE_JOURNEYS = ['accounts', 'stopped-downloads']

/** Indexes hundreds of entries first: too slow for `test:quick`. */
const SLOW = ['src/features/search/plain-search.test.ts']

/** Not about the database, so the matrix does not repeat them on PostgreSQL. */
const OF_THE_PROGRAM = ['accessibility', 'fresh-machine']

const MEMORY = '/dev/shm'

const inE2e = (name: string) => `test/e2e/${name}.test.ts`
const later = [
  ...OPERATIONS_IN_SRC,
  ...(isMatrix() ? [] : [...OPERATIONS, ...LATE_JOURNEYS].map(inE2e)),
]
useOwnTemporaryFolder()
const realFiles = courtFixtures()
const kinds = kindsOfTests()
const now = (files: string[]) => files.filter((file) => !later.includes(file))
const database = isQuick() ? kinds.database.filter(isBesideChange()) : kinds.database

const BUILT = 'test/support/built-program.ts'
const POSTGRES = 'test/support/postgres-cluster.ts'
const TEMPLATES = 'test/support/database-templates.ts'
const BROWSER = 'test/support/packaged-browser.ts'

/**
 * Gives this run a folder of its own for temporary files, so that two at once do not share a half-unpacked browser. In memory if
 * there is room, so that thousands of commits do not wait for a disk.
 */
function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(
    join(!process.env.TMPDIR && hasRoomInMemory() ? MEMORY : tmpdir(), 'docket-'),
  )
  // PostgreSQL's files are in it, and it may run as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  // A browser is started from there.
  const refusesPrograms = / \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))
  return bavail * bsize > 4 * 1024 ** 3 && !refusesPrograms
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
    // Polling stops as soon as it succeeds; the default of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 300_000,
    // A journey keeps its worker's core busy with a browser and a program; one worker more made the whole run longer.
    maxWorkers: availableParallelism(),
    // A worker loads each module once and shares one browser, so each test must clean up after itself.
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
        // The journeys again, on PostgreSQL.
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
        // The tests of each docket, PDF, and log in test/fixtures again, over real court files.
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
