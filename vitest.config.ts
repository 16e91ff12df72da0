import { defineConfig } from 'vitest/config'
import { courtFixtures } from './test/support/environment.ts'

/** Not journeys of a browser: about the program, its processes and its database themselves, or the looks of a page. */
const NOT_JOURNEYS = [
  'accessibility',
  'backup-restore',
  'backup-restore-postgres',
  'behind-caddy',
  'behind-nginx',
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

const realFiles = courtFixtures()

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    globalSetup: ['test/support/postgres-cluster.ts', 'test/support/packaged-browser.ts'],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'usual',
          include: ['src/**/*.test.{ts,tsx}', 'test/e2e/**/*.test.ts'],
        },
      },
      {
        // Every journey once more on PostgreSQL, and with two web processes behind the port.
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/e2e/**/*.test.ts'],
          exclude: NOT_JOURNEYS.map((name) => `test/e2e/${name}.test.ts`),
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
        },
      },
    ],
  },
})
