import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { changedFolders } from './test/support/changed-folders.ts'
import { courtFixtures, isMatrix, isQuick } from './test/support/environment.ts'
import { KINDS } from './test/support/kinds-of-tests.ts'

const MEMORY = '/dev/shm'

useOwnTemporaryFolder()
const realFiles = courtFixtures()

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

/** Of `test:quick`: the tests beside a change. */
const besideChanges = () => changedFolders().map((folder) => `${folder}/*.db.test.{ts,tsx}`)

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    testTimeout: 180_000,
    // Polling stops as soon as it succeeds; the default of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 600_000,
    // A journey keeps its worker's core busy with a browser and a program; one worker more made the whole run longer.
    maxWorkers: availableParallelism(),
    // A worker loads each module once and shares one browser, so each test must clean up after itself.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: [KINDS.rules], globalSetup: [BUILT] },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: isQuick() ? besideChanges() : [KINDS.database, KINDS.court],
          globalSetup: [BUILT, POSTGRES, TEMPLATES],
        },
      },
      {
        // On SQLite; in the matrix, on PostgreSQL.
        extends: true,
        test: {
          name: 'e2e',
          include: [KINDS.e2e],
          globalSetup: [BUILT, POSTGRES, TEMPLATES, BROWSER],
          setupFiles: isMatrix() ? ['test/support/on-postgres.ts'] : [],
        },
      },
      {
        extends: true,
        test: {
          name: 'operations',
          include: [KINDS.operations],
          globalSetup: [BUILT, POSTGRES, TEMPLATES, BROWSER],
        },
      },
      {
        // The tests of each docket, PDF, and log in test/fixtures again, over real court files.
        extends: true,
        test: {
          name: 'court',
          include: realFiles ? [KINDS.court] : [],
          env: realFiles ? { DOCKET_TEST_FIXTURES: realFiles } : {},
          globalSetup: [BUILT, POSTGRES, TEMPLATES],
        },
      },
    ],
  },
})
